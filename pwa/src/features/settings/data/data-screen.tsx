import { DevicePart } from '~/features/device';
import { PartError } from '~/features/shell';
import type { Loaded, Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import type { Page } from '~/lib/pages';
import { PageHeader, Section } from '~/ui';
import { Consents } from './consents';
import { DeleteAccount } from './delete-account';
import { Exports, type DataExport } from './exports';
import { Receipts, type DeletionRecord } from './receipts';
import { Terms } from './terms';

export interface DataPage {
  consents: Loaded<Schemas['ConsentList']>;
  exports: Loaded<DataExport[]>;
  receipts: Loaded<Page<DeletionRecord>>;
}

/** What the customer has allowed, what we have of them, and the way out. */
export function DataScreen({ consents, exports, receipts }: DataPage) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('settings.data.title')} lead={t('settings.data.lead')} />
      <Section title={t('settings.consents.title')}>
        {consents.ok ? (
          <>
            <Terms terms={consents.value.terms} />
            <Consents consents={consents.value.items} />
          </>
        ) : (
          <PartError title={t('settings.consents.failed')} error={consents.error} />
        )}
      </Section>
      <Section title={t('settings.exports.title')}>
        {exports.ok ? (
          <Exports exports={exports.value} />
        ) : (
          <PartError title={t('settings.exports.failed')} error={exports.error} />
        )}
      </Section>
      <Section title={t('settings.receipts.title')}>
        {receipts.ok ? (
          <Receipts key={receipts.value.items[0]?.id} first={receipts.value} />
        ) : (
          <PartError title={t('settings.receipts.failed')} error={receipts.error} />
        )}
      </Section>
      <Section title={t('device.part.title')}>
        <DevicePart />
      </Section>
      <Section title={t('settings.deletion.title')}>
        <DeleteAccount />
      </Section>
    </>
  );
}
