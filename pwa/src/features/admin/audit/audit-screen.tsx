import { LoadedPart } from '~/features/shell';
import { type Loaded, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { useText } from '~/lib/i18n';
import { PagedRows, type Page } from '~/lib/pages';
import { PageHeader } from '~/ui';
import { AuditRow } from './audit-row';

type Entry = Schemas['AdminAuditEntry'];

function List({ first }: { first: Page<Entry> }) {
  const t = useText();
  return (
    <PagedRows
      first={first}
      load={(cursor) => adminApi.listAuditEntries({ query: { cursor } })}
      label={t('admin.audit.title')}
      empty={t('admin.audit.none')}
    >
      {(entry) => <AuditRow key={entry.id} entry={entry} />}
    </PagedRows>
  );
}

/** What admins did, newest first. */
export function AuditScreen({ entries }: { entries: Loaded<Page<Entry>> }) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('admin.audit.title')} lead={t('admin.audit.lead')} />
      <LoadedPart of={entries} failed={t('admin.audit.failed')}>
        {(value) => <List key={value.items[0]?.id} first={value} />}
      </LoadedPart>
    </>
  );
}
