import { api, type Schemas } from '~/lib/api';
import { useText, type Text } from '~/lib/i18n';
import { PagedRows, type Page } from '~/lib/pages';
import { Row } from '~/ui';
import { moment } from '../when';

export type DeletionRecord = Schemas['DeletionRecord'];

/** Older receipts do not name the model: what was true of all of them stands there. */
function titleOf({ kind, count, model, crops }: DeletionRecord, t: Text): string {
  if (kind !== 'profile' || model === null) return t(`settings.receipts.kind.${kind}`, { count });
  return t(`settings.receipts.profile.${model}`, { count: crops ?? 0 });
}

/** By which rule, and what of the model stays. */
function detailOf({ kind, rule, model, crops }: DeletionRecord, t: Text): string {
  const why = t(`settings.receipts.rule.${rule}`);
  if (kind !== 'reference_photos' || (model !== 'crops' && model !== 'hosted')) return why;
  return `${why}. ${t(`settings.receipts.stays.${model}`, { count: crops ?? 0 })}`;
}

/** What was deleted, how many, when and why; nothing of what it was. */
export function Receipts({ first }: { first: Page<DeletionRecord> }) {
  const t = useText();
  return (
    <PagedRows
      first={first}
      load={(cursor) => api.listDeletionReceipts({ query: { cursor } })}
      label={t('settings.receipts.title')}
      empty={t('settings.receipts.none')}
    >
      {(record) => (
        <Row
          key={record.id}
          title={titleOf(record, t)}
          detail={detailOf(record, t)}
          status={moment(record.deletedAt)}
        />
      )}
    </PagedRows>
  );
}
