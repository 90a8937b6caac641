import { useEffect, useState, type ReactNode } from 'react';
import { momentText, PartError } from '~/features/shell';
import { settle, type Loaded, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatChf, formatDate, formatNumber } from '~/lib/formats';
import { hasText, useText, type Text, type TextKey } from '~/lib/i18n';
import { PagedRows, type Page } from '~/lib/pages';
import { Row, Skeleton } from '~/ui';
import { AuditRow } from '../audit/audit-row';
import styles from './users.module.css';

const signed = (delta: number) => (delta > 0 ? `+${formatNumber(delta)}` : `−${formatNumber(-delta)}`);

/** The word for a state of the server, or the state itself where there is none. */
function word(
  t: Text,
  group: 'admin.user.status' | 'admin.mail' | 'settings.billing.orderStatus',
  state: string,
): string {
  const key = `${group}.${state}` as TextKey;
  return hasText(key) ? t(key) : state;
}

type Query = { path: { id: string }; query: { cursor?: string } };

/** A list of a user's, with how it is asked for and what a line of it looks like. */
interface Records<Item extends { id: string }> {
  load(query: Query): Promise<Page<Item>>;
  renderRow(item: Item, t: Text): ReactNode;
}

const records = <Item extends { id: string }>(
  load: Records<Item>['load'],
  renderRow: Records<Item>['renderRow'],
): Records<Item> => ({ load, renderRow });

export const RECORDS = {
  profiles: records<Schemas['AdminProfile']>(
    (query) => adminApi.listUserProfiles(query),
    (profile, t) => (
      <Row
        key={profile.id}
        title={profile.name ?? t('admin.user.unnamed')}
        detail={`${momentText(profile.createdAt, t)} · ${t('admin.user.photos', { count: profile.photos })}`}
        status={word(t, 'admin.user.status', profile.status)}
      />
    ),
  ),
  generations: records<Schemas['AdminGeneration']>(
    (query) => adminApi.listUserGenerations(query),
    (run, t) => (
      <Row
        key={run.id}
        title={run.styleName ?? t('admin.user.unknownStyle')}
        detail={[
          momentText(run.createdAt, t),
          t('admin.user.portraits', { count: run.portraits }),
          run.expiresAt ? t('admin.user.until', { date: formatDate(run.expiresAt) }) : null,
        ]
          .filter(Boolean)
          .join(' · ')}
        status={word(t, 'admin.user.status', run.status)}
      />
    ),
  ),
  credits: records<Schemas['CreditEntry']>(
    (query) => adminApi.listUserCreditEntries(query),
    (entry, t) => (
      <Row
        key={entry.id}
        title={t(`settings.reason.${entry.reason}`)}
        detail={momentText(entry.createdAt, t)}
        status={t('settings.billing.balance', { balance: formatNumber(entry.balanceAfter) })}
        action={<span className={styles.delta}>{signed(entry.delta)}</span>}
      />
    ),
  ),
  orders: records<Schemas['AdminOrder']>(
    (query) => adminApi.listUserOrders(query),
    (order, t) => (
      <Row
        key={order.id}
        title={`${order.number} · ${order.itemName}`}
        detail={momentText(order.createdAt, t)}
        status={word(t, 'settings.billing.orderStatus', order.status)}
        action={<span className={styles.delta}>{formatChf(order.amountRappen)}</span>}
      />
    ),
  ),
  mails: records<Schemas['AdminMail']>(
    (query) => adminApi.listUserMails(query),
    (mail, t) => (
      <Row
        key={mail.id}
        title={word(t, 'admin.mail', mail.template)}
        detail={momentText(mail.createdAt, t)}
        status={mail.sentAt ? t('admin.user.sent', { when: momentText(mail.sentAt, t) }) : t('admin.user.unsent')}
      />
    ),
  ),
  sessions: records<Schemas['AdminSession']>(
    (query) => adminApi.listUserSessions(query),
    (session, t) => (
      <Row
        key={session.id}
        title={[session.browser, session.system].filter(Boolean).join(', ') || t('admin.user.program')}
        detail={t('admin.user.seen', { when: momentText(session.lastSeenAt, t) })}
        status={session.secondFactor ? t('admin.user.secondFactor') : null}
      />
    ),
  ),
  audit: records<Schemas['AdminAuditEntry']>(
    ({ path, query }) => adminApi.listAuditEntries({ query: { ...query, subject: path.id } }),
    (entry) => <AuditRow key={entry.id} entry={entry} />,
  ),
};
export type RecordKind = keyof typeof RECORDS;

function Filled<Item extends { id: string }>({
  first,
  of,
  userId,
  label,
}: {
  first: Page<Item>;
  of: Records<Item>;
  userId: string;
  label: string;
}) {
  const t = useText();
  return (
    <PagedRows
      first={first}
      load={(cursor) => of.load({ path: { id: userId }, query: { cursor } })}
      label={label}
      empty={t('admin.user.nothing')}
    >
      {(item) => of.renderRow(item, t)}
    </PagedRows>
  );
}

function Fetched({ kind, userId, onRetry }: { kind: RecordKind; userId: string; onRetry(): void }) {
  const t = useText();
  const [first, setFirst] = useState<Loaded<Page<{ id: string }>> | null>(null);
  const of = RECORDS[kind] as unknown as Records<{ id: string }>;
  useEffect(() => {
    let isWanted = true;
    void settle(of.load({ path: { id: userId }, query: {} })).then((found) => isWanted && setFirst(found));
    return () => {
      isWanted = false;
    };
  }, [of, userId]);
  if (first === null) return <Skeleton shape="line" width="long" />;
  if (!first.ok) return <PartError title={t('admin.user.recordsFailed')} error={first.error} onRetry={onRetry} />;
  return <Filled first={first.value} of={of} userId={userId} label={t(`admin.user.tab.${kind}`)} />;
}

/** One list of a user's, fetched when it is looked at. */
export function UserRecords({ kind, userId }: { kind: RecordKind; userId: string }) {
  const [tries, setTries] = useState(0);
  return <Fetched key={tries} kind={kind} userId={userId} onRetry={() => setTries(tries + 1)} />;
}
