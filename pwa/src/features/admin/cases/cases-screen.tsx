import { PartError } from '~/features/shell';
import { useText } from '~/lib/i18n';
import { useRouter } from '~/lib/navigation';
import { PageHeader, PlainButton, Section } from '~/ui';
import type { Cases } from '../load';
import { Declarations } from './declarations';
import { HeldPayments } from './held-payments';
import { MisuseReports } from './misuse-reports';
import { Refunds } from './refunds';

/** What only a person can settle: reports of misuse, declarations that a machine could not carry out, orders whose credits wait, and money that could not be sent back. */
export function CasesScreen({ declarations, held, refunds, misuseReports }: Cases) {
  const t = useText();
  const router = useRouter();
  return (
    <>
      <PageHeader
        title={t('admin.cases.title')}
        lead={t('admin.cases.lead')}
        actions={<PlainButton onClick={() => void router.invalidate()}>{t('admin.refresh')}</PlainButton>}
      />
      <Section title={t('admin.misuse.title')}>
        {misuseReports.ok ? (
          <MisuseReports first={misuseReports.value} />
        ) : (
          <PartError title={t('admin.misuse.failed')} error={misuseReports.error} />
        )}
      </Section>
      <Section title={t('admin.cases.declarations')}>
        {declarations.ok ? (
          <Declarations first={declarations.value} />
        ) : (
          <PartError title={t('admin.cases.declarationsFailed')} error={declarations.error} />
        )}
      </Section>
      <Section title={t('admin.cases.held')}>
        {held.ok ? (
          <HeldPayments first={held.value} />
        ) : (
          <PartError title={t('admin.cases.heldFailed')} error={held.error} />
        )}
      </Section>
      <Section title={t('admin.cases.refunds')}>
        {refunds.ok ? (
          <Refunds first={refunds.value} />
        ) : (
          <PartError title={t('admin.cases.refundsFailed')} error={refunds.error} />
        )}
      </Section>
    </>
  );
}
