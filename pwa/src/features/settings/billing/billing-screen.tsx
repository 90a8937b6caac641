import { LoadedPart } from '~/features/shell';
import { useText } from '~/lib/i18n';
import { useLive } from '~/lib/live';
import { useRouter } from '~/lib/navigation';
import { PageHeader, Section, TextLink } from '~/ui';
import styles from '../settings.module.css';
import type { BillingPage } from './billing-page-data';
import { CreditHistory } from './credit-history';
import { Invoices } from './invoices';
import { Orders } from './orders';
import { PlanPart } from './plan-part';

/** What stays true of a list's first page while nothing has changed in it: it is shown anew when that differs. */
const keyOf = (items: readonly object[]): string => JSON.stringify(items);

/** Everything about money: the plan and the card, invoices, orders, and every movement of the credits. */
export function BillingScreen({ billing, invoices, orders, entries }: BillingPage) {
  const t = useText();
  const router = useRouter();
  useLive('credits.changed', () => void router.invalidate());
  const hasBought = (invoices.ok && invoices.value.length > 0) || (billing.ok && billing.value.subscription !== null);
  return (
    <>
      <PageHeader title={t('settings.billing.title')} lead={t('settings.billing.lead')} />
      <Section title={t('settings.billing.plan')}>
        <LoadedPart of={billing} failed={t('settings.billing.planFailed')}>
          {(value) => <PlanPart billing={value} hasBought={hasBought} />}
        </LoadedPart>
      </Section>
      <Section title={t('settings.billing.invoices')}>
        <LoadedPart of={invoices} failed={t('settings.billing.invoicesFailed')}>
          {(value) => <Invoices invoices={value} />}
        </LoadedPart>
      </Section>
      <Section title={t('settings.billing.orders')}>
        <LoadedPart of={orders} failed={t('settings.billing.ordersFailed')}>
          {(value) => <Orders key={keyOf(value.items)} first={value} />}
        </LoadedPart>
      </Section>
      <Section title={t('settings.billing.history')}>
        <LoadedPart of={entries} failed={t('settings.billing.historyFailed')}>
          {(value) => <CreditHistory key={keyOf(value.items)} first={value} />}
        </LoadedPart>
      </Section>
      <Section title={t('settings.billing.contracts')}>
        <p className={styles.lead}>{t('settings.billing.contractsText')}</p>
        <p className={styles.actions}>
          <TextLink href="/kuendigen" variant="strong">
            {t('settings.billing.cancelContract')}
          </TextLink>
          <TextLink href="/vertrag-widerrufen" variant="strong">
            {t('settings.billing.withdrawContract')}
          </TextLink>
        </p>
      </Section>
    </>
  );
}
