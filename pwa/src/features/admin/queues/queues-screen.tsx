import { useState } from 'react';
import { PartError } from '~/features/shell';
import { api, type Loaded, type Schemas } from '~/lib/api';
import { formatDate, formatNumber, formatTime } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { LoadMore, usePages, type Page } from '~/lib/pages';
import { EmptyState, Button, PageHeader, PlainButton, Row, Rows, Section, Table } from '~/ui';
import { ReasonDialog, type ReasonQuestion } from '../reason-dialog';

type Queue = Schemas['AdminQueue'];
type Job = Schemas['AdminJob'];

function Queues({ queues }: { queues: readonly Queue[] }) {
  const t = useText();
  const number = (id: 'waiting' | 'running' | 'later' | 'failed') => ({
    id,
    title: t(`admin.queues.${id}`),
    isNumeric: true,
    renderCell: (queue: Queue) => formatNumber(queue[id]),
  });
  return (
    <Table<Queue & { id: string }>
      label={t('admin.queues.title')}
      empty={null}
      rows={queues.map((queue) => ({ ...queue, id: queue.queue }))}
      columns={[
        { id: 'queue', title: t('admin.queues.queue'), renderCell: ({ queue }) => t(`admin.queues.name.${queue}`) },
        number('waiting'),
        number('running'),
        number('later'),
        number('failed'),
        {
          id: 'oldest',
          title: t('admin.queues.oldest'),
          isNumeric: true,
          renderCell: ({ oldestWaitingSeconds: seconds }) =>
            seconds === null ? '–' : t('admin.queues.seconds', { count: seconds, seconds: formatNumber(seconds) }),
        },
      ]}
    />
  );
}

function Failed({ first }: { first: Page<Job> }) {
  const t = useText();
  const router = useRouter();
  const [question, setQuestion] = useState<ReasonQuestion | null>(null);
  const { items, ...more } = usePages(first, (cursor) => api.listJobs({ query: { state: 'failed', cursor } }));
  const ask = (job: Job): ReasonQuestion => ({
    title: t('admin.queues.retryTitle'),
    text: t('admin.queues.retryText', { topic: job.topic }),
    hint: t('admin.reasonHint'),
    confirmLabel: t('admin.queues.retry'),
    act: (reason) => api.retryJob({ path: { id: job.id }, body: { reason } }),
    done: () => {
      notify({ title: t('admin.queues.retried'), tone: 'good' });
      return router.invalidate();
    },
  });
  if (items.length === 0) return <EmptyState>{t('admin.queues.none')}</EmptyState>;
  return (
    <>
      <Rows label={t('admin.queues.failedTitle')}>
        {items.map((job) => (
          <Row
            key={job.id}
            title={job.topic}
            detail={`${formatDate(job.finishedAt ?? job.createdAt)}, ${formatTime(job.finishedAt ?? job.createdAt)} · ${t('admin.queues.attempts', { count: job.attempt })}`}
            below={job.lastError}
            action={
              job.isRetriable ? (
                <Button
                  variant="quiet"
                  aria-label={t('admin.queues.retryLabel', { topic: job.topic })}
                  onPress={() => setQuestion(ask(job))}
                >
                  {t('admin.queues.retry')}
                </Button>
              ) : (
                t('admin.queues.settled')
              )
            }
          />
        ))}
      </Rows>
      <LoadMore {...more} />
      {question ? <ReasonDialog question={question} onClose={() => setQuestion(null)} /> : null}
    </>
  );
}

/** Background work: what waits, runs and was given up. */
export function QueuesScreen({ queues, failed }: { queues: Loaded<Queue[]>; failed: Loaded<Page<Job>> }) {
  const t = useText();
  const router = useRouter();
  return (
    <>
      <PageHeader
        title={t('admin.queues.title')}
        lead={t('admin.queues.lead')}
        actions={<PlainButton onClick={() => void router.invalidate()}>{t('admin.refresh')}</PlainButton>}
      />
      {queues.ok ? (
        <Queues queues={queues.value} />
      ) : (
        <PartError title={t('admin.queues.listFailed')} error={queues.error} />
      )}
      <Section title={t('admin.queues.failedTitle')}>
        {failed.ok ? (
          <Failed key={JSON.stringify(failed.value.items)} first={failed.value} />
        ) : (
          <PartError title={t('admin.queues.jobsFailed')} error={failed.error} />
        )}
      </Section>
    </>
  );
}
