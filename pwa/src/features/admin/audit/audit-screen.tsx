import { PartError } from '~/features/shell';
import { api, type Loaded, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { LoadMore, usePages, type Page } from '~/lib/pages';
import { EmptyState, PageHeader, Rows } from '~/ui';
import { AuditRow } from './audit-row';

type Entry = Schemas['AdminAuditEntry'];

function List({ first }: { first: Page<Entry> }) {
  const t = useText();
  const { items, ...more } = usePages(first, (cursor) => api.listAuditEntries({ query: { cursor } }));
  if (items.length === 0) return <EmptyState>{t('admin.audit.none')}</EmptyState>;
  return (
    <>
      <Rows label={t('admin.audit.title')}>
        {items.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </Rows>
      <LoadMore {...more} />
    </>
  );
}

/** What admins did, newest first. */
export function AuditScreen({ entries }: { entries: Loaded<Page<Entry>> }) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('admin.audit.title')} lead={t('admin.audit.lead')} />
      {entries.ok ? (
        <List key={entries.value.items[0]?.id} first={entries.value} />
      ) : (
        <PartError title={t('admin.audit.failed')} error={entries.error} />
      )}
    </>
  );
}
