import { LoadedPart } from '~/features/shell';
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
        <LoadedPart of={misuseReports} failed={t('admin.misuse.failed')}>
          {(value) => <MisuseReports first={value} />}
        </LoadedPart>
      </Section>
      <Section title={t('admin.cases.declarations')}>
        <LoadedPart of={declarations} failed={t('admin.cases.declarationsFailed')}>
          {(value) => <Declarations first={value} />}
        </LoadedPart>
      </Section>
      <Section title={t('admin.cases.held')}>
        <LoadedPart of={held} failed={t('admin.cases.heldFailed')}>
          {(value) => <HeldPayments first={value} />}
        </LoadedPart>
      </Section>
      <Section title={t('admin.cases.refunds')}>
        <LoadedPart of={refunds} failed={t('admin.cases.refundsFailed')}>
          {(value) => <Refunds first={value} />}
        </LoadedPart>
      </Section>
    </>
  );
}
