import { formatChf, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLinkButton } from '~/lib/navigation';
import { EmptyState, Button, Row, Rows } from '~/ui';
import type { CreditPack } from '../billing-data';
import styles from './panel.module.css';

function Buy({ pack, isBlocked }: { pack: CreditPack; isBlocked: boolean }) {
  const t = useText();
  if (isBlocked) return <Button isDisabled>{t('billing.panel.buy')}</Button>;
  return (
    <AppLinkButton
      to="/bestellen"
      search={{ pack: pack.id }}
      aria-label={t('billing.panel.buyLabel', { credits: formatNumber(pack.credits) })}
    >
      {t('billing.panel.buy')}
    </AppLinkButton>
  );
}

/** Credits to buy once. */
export function PackList({ packs, isBlocked }: { packs: readonly CreditPack[]; isBlocked: boolean }) {
  const t = useText();
  if (packs.length === 0) return <EmptyState>{t('billing.panel.packsEmpty')}</EmptyState>;
  return (
    <>
      <p className={styles.lead}>{t('billing.panel.packsLead')}</p>
      <Rows label={t('billing.panel.tabs.packs')}>
        {packs.map((pack) => (
          <Row
            key={pack.id}
            title={
              <span className={styles.pack}>
                {t('billing.panel.packTitle', { credits: formatNumber(pack.credits) })}
                {pack.isMostPopular ? <span className={styles.popular}>{t('billing.panel.popular')}</span> : null}
              </span>
            }
            detail={t('billing.panel.packDetail', { name: pack.name })}
            status={<span className={styles.price}>{formatChf(pack.priceRappen)}</span>}
            action={<Buy pack={pack} isBlocked={isBlocked} />}
          />
        ))}
      </Rows>
    </>
  );
}
