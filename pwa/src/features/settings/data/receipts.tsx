import { api, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { LoadMore, usePages, type Page } from '~/lib/pages';
import { Blank, Row, Rows } from '~/ui';
import { moment } from '../when';

export type DeletionRecord = Schemas['DeletionRecord'];

/** What was deleted, how many, when and why; nothing of what it was. */
export function Receipts({ first }: { first: Page<DeletionRecord> }) {
  const t = useText();
  const { items, ...more } = usePages(first, (cursor) => api.listDeletionReceipts({ query: { cursor } }));
  if (items.length === 0) return <Blank>{t('settings.receipts.none')}</Blank>;
  return (
    <>
      <Rows label={t('settings.receipts.title')}>
        {items.map(({ id, kind, rule, count, deletedAt }) => (
          <Row key={id} title={t(`settings.receipts.kind.${kind}`, { count })} detail={t(`settings.receipts.rule.${rule}`)} status={moment(deletedAt)} />
        ))}
      </Rows>
      <LoadMore {...more} />
    </>
  );
}
