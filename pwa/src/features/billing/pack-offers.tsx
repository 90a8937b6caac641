import type { ReactNode } from 'react';
import type { Schemas } from '~/lib/api';
import { formatChf, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import styles from './plan-rows.module.css';
import { worthText } from './worth-text';

type Pack = Schemas['CreditPack'];

/** One pack as it is sold without a plan. */
export function PackOffer({ pack, children }: { pack: Pack; children: ReactNode }) {
  const t = useText();
  return (
    <li className={styles.plan} data-pack={pack.id}>
      <h3 className={styles.name} data-field="credits">
        {t('billing.pricing.credits', { credits: formatNumber(pack.credits) })}
      </h3>
      <p className={styles.credits}>
        <span data-field="worth">{worthText(pack.credits, t)}</span>
        <span className={styles.examples} data-field="name">
          {t('billing.pricing.once.pack', { name: pack.name })}
        </span>
      </p>
      <p className={styles.price}>
        <span data-field="price">{formatChf(pack.priceRappen)}</span>{' '}
        <span className={styles.period}>{t('billing.pricing.once.period')}</span>
      </p>
      <div className={styles.choice}>{children}</div>
    </li>
  );
}

/** What can be bought once without a plan, one under the other between hairlines. */
export function PackOffers({
  packs,
  renderChoice,
}: {
  packs: readonly Pack[];
  /** What can be done with a pack. */
  renderChoice: (pack: Pack) => ReactNode;
}) {
  return (
    <ul className={styles.plans} data-packs>
      {packs.map((pack) => (
        <PackOffer key={pack.id} pack={pack}>
          {renderChoice(pack)}
        </PackOffer>
      ))}
    </ul>
  );
}
