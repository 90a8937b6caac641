import { DevicePart } from '~/features/device';
import { Releases, type OwnExamples } from '~/features/examples';
import { OwnJudgements } from '~/features/judgements';
import { LoadedPart } from '~/features/shell';
import { OpenVotes } from '~/features/votes';
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
  votes: Loaded<Schemas['OwnVote'][]>;
  examples: OwnExamples;
  judgements: Loaded<Schemas['OwnJudgement'][]>;
  exports: Loaded<DataExport[]>;
  receipts: Loaded<Page<DeletionRecord>>;
}

/** What the customer has allowed, what we have of them, and the way out. */
export function DataScreen({ consents, votes, examples, judgements, exports, receipts }: DataPage) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('settings.data.title')} lead={t('settings.data.lead')} />
      <Section title={t('settings.consents.title')}>
        <LoadedPart of={consents} failed={t('settings.consents.failed')}>
          {(value) => (
            <>
              <Terms terms={value.terms} />
              <Consents consents={value.items} current={value.current} />
            </>
          )}
        </LoadedPart>
      </Section>
      <Section title={t('votes.list.title')}>
        <LoadedPart of={votes} failed={t('votes.list.failed')}>
          {(value) => <OpenVotes own={value} />}
        </LoadedPart>
      </Section>
      <Section title={t('examples.list.title')}>
        <LoadedPart of={examples} failed={t('examples.list.failed')}>
          {(value) => <Releases own={value} />}
        </LoadedPart>
      </Section>
      {judgements.ok && judgements.value.length === 0 ? null : (
        <Section title={t('settings.judgements.title')}>
          <LoadedPart of={judgements} failed={t('settings.judgements.failed')}>
            {(value) => <OwnJudgements judgements={value} />}
          </LoadedPart>
        </Section>
      )}
      <Section title={t('settings.exports.title')}>
        <LoadedPart of={exports} failed={t('settings.exports.failed')}>
          {(value) => <Exports exports={value} />}
        </LoadedPart>
      </Section>
      <Section title={t('settings.receipts.title')}>
        <LoadedPart of={receipts} failed={t('settings.receipts.failed')}>
          {(value) => <Receipts key={value.items[0]?.id} first={value} />}
        </LoadedPart>
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
