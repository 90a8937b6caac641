import type { ReactNode } from 'react';
import { LoadedPart, momentText } from '~/features/shell';
import type { Loaded, Schemas } from '~/lib/api';
import { formatChf, formatNumber, megabytes } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { AppLink, useRouter } from '~/lib/navigation';
import { Notice, PageHeader, PlainButton, Section, Status, Table, Terms } from '~/ui';
import type { OperationsPage } from '../load';
import { SetUp } from './set-up';

type Operations = Schemas['AdminOperations'];

/** Work that is due waits no longer than this, in seconds; as the alert JobsWait has it. */
const LONGEST_WAIT = 600;
/** In milliseconds; as the alert BackupOld has it. */
const OLDEST_BACKUP = 26 * 60 * 60 * 1000;

const good = (text: string) => <Status tone="good">{text}</Status>;
const bad = (text: string) => <Status tone="bad">{text}</Status>;

/** What is known of it, or that it could not be loaded. */
const known = <T,>(of: Loaded<T>, t: Text, judge: (value: T) => ReactNode): ReactNode =>
  of.ok ? judge(of.value) : bad(t('admin.operations.unknown'));

function waitOf(queues: readonly Schemas['AdminQueue'][], t: Text): ReactNode {
  const [longest] = queues.toSorted((a, b) => (b.oldestWaitingSeconds ?? 0) - (a.oldestWaitingSeconds ?? 0));
  const seconds = longest?.oldestWaitingSeconds ?? 0;
  if (!longest || seconds <= LONGEST_WAIT)
    return good(t('admin.operations.nothingWaits', { minutes: formatNumber(LONGEST_WAIT / 60) }));
  return bad(
    t('admin.operations.waits', {
      queue: t(`admin.queues.name.${longest.queue}`),
      minutes: formatNumber(Math.round(seconds / 60)),
    }),
  );
}

function retentionOf({ items, unjournaled }: Schemas['RetentionReport'], t: Text): ReactNode {
  const late = items.filter(({ overdue }) => overdue > 0).length + (unjournaled > 0 ? 1 : 0);
  return late === 0 ? good(t('admin.operations.inTime')) : bad(t('admin.operations.late', { count: late }));
}

function timesOf({ medianSeconds, p95Seconds }: Operations['trainings'], t: Text): string {
  if (medianSeconds === null || p95Seconds === null) return '';
  return t('admin.engine.times', { median: formatNumber(medianSeconds), p95: formatNumber(p95Seconds) });
}

function backupOf({ backup, isBackedUp }: Operations, t: Text): ReactNode {
  if (!isBackedUp) return bad(t('admin.operations.noBackups'));
  if (!backup) return bad(t('admin.operations.noBackupYet'));
  const made = t('admin.operations.backupValue', {
    moment: momentText(backup.finishedAt, t),
    size: formatNumber(megabytes(backup.bytes)),
  });
  const isOld = Date.now() - Date.parse(backup.finishedAt) > OLDEST_BACKUP;
  if (!backup.isChecked) return bad(t('admin.operations.backupUnchecked', { made }));
  return isOld ? bad(made) : good(made);
}

function Glance({ operations, queues, retention }: { operations: Operations } & Omit<OperationsPage, 'operations'>) {
  const t = useText();
  const { connections, emails, trainings } = operations;
  const number = formatNumber;
  return (
    <Terms
      rows={[
        ...operations.services
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map(
            ({ name, isAway }) =>
              [name, isAway ? bad(t('admin.operations.away')) : good(t('admin.operations.there'))] as const,
          ),
        [
          t('admin.operations.connections'),
          t('admin.operations.connectionsValue', {
            used: number(connections.used),
            idle: number(connections.idle),
            waiting: number(connections.waiting),
          }),
        ],
        [
          <AppLink key="queues" to="/admin/queues" variant="inline">
            {t('admin.queues.title')}
          </AppLink>,
          known(queues, t, (value) => waitOf(value, t)),
        ],
        [
          <AppLink key="retention" to="/admin/retention" variant="inline">
            {t('admin.retention.title')}
          </AppLink>,
          known(retention, t, (value) => retentionOf(value, t)),
        ],
        [
          t('admin.operations.emails'),
          t('admin.operations.emailsValue', { sent: number(emails.sent), open: number(emails.open) }),
        ],
        [
          t('admin.queues.name.training'),
          [
            t('admin.engine.counts', { completed: number(trainings.completed), failed: number(trainings.failed) }),
            timesOf(trainings, t),
          ]
            .filter(Boolean)
            .join(' · '),
        ],
        [t('admin.operations.creditsReturned'), number(operations.creditsReturned)],
        [
          t('admin.operations.money'),
          t('admin.operations.moneyValue', {
            paid: formatChf(operations.paidRappen),
            returned: formatChf(operations.returnedRappen),
          }),
        ],
        [t('admin.operations.backup'), backupOf(operations, t)],
        [t('admin.operations.version'), operations.version ?? '–'],
      ]}
    />
  );
}

function Styles({ styles }: { styles: Operations['styles'] }) {
  const t = useText();
  return (
    <Table<Operations['styles'][number] & { id: string }>
      label={t('admin.operations.byStyle')}
      empty={t('admin.operations.noRuns')}
      rows={styles.map((row) => ({ ...row, id: row.styleId }))}
      columns={[
        { id: 'style', title: t('admin.operations.style'), renderCell: ({ style }) => style },
        {
          id: 'completed',
          title: t('admin.operations.completed'),
          isNumeric: true,
          renderCell: ({ completed }) => formatNumber(completed),
        },
        {
          id: 'failed',
          title: t('admin.operations.failed'),
          isNumeric: true,
          renderCell: ({ failed }) => (failed > 0 ? bad(formatNumber(failed)) : formatNumber(failed)),
        },
        { id: 'times', title: t('admin.operations.duration'), renderCell: (row) => timesOf(row, t) || '–' },
      ]}
    />
  );
}

/** What somebody looks at first when something is wrong: now, and within the last 24 hours. */
export function OperationsScreen({ operations, queues, retention }: OperationsPage) {
  const t = useText();
  const router = useRouter();
  const isAway = operations.ok && operations.value.services.some((service) => service.isAway);
  return (
    <>
      <PageHeader
        title={t('admin.operations.title')}
        lead={t('admin.operations.lead')}
        actions={<PlainButton onClick={() => void router.invalidate()}>{t('admin.refresh')}</PlainButton>}
      />
      {isAway ? <Notice tone="caution" title={t('admin.operations.awayTitle')} /> : null}
      <LoadedPart of={operations} failed={t('admin.operations.loadFailed')}>
        {(value) => (
          <>
            <Glance operations={value} queues={queues} retention={retention} />
            <Section title={t('admin.operations.byStyle')}>
              <Styles styles={value.styles} />
            </Section>
            <SetUp />
          </>
        )}
      </LoadedPart>
    </>
  );
}
