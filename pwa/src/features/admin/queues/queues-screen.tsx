import { useState } from 'react';
import { LoadedPart, momentText } from '~/features/shell';
import { type Loaded, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { PagedRows, type Page } from '~/lib/pages';
import { Button, PageHeader, PlainButton, Row, Section, Table } from '~/ui';
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
  const ask = (job: Job): ReasonQuestion => ({
    title: t('admin.queues.retryTitle'),
    text: t('admin.queues.retryText', { topic: job.topic }),
    hint: t('admin.reasonHint'),
    confirmLabel: t('admin.queues.retry'),
    act: (reason) => adminApi.retryJob({ path: { id: job.id }, body: { reason } }),
    done: () => {
      notify({ title: t('admin.queues.retried'), tone: 'good' });
      return router.invalidate();
    },
  });
  return (
    <>
      <PagedRows
        first={first}
        load={(cursor) => adminApi.listJobs({ query: { state: 'failed', cursor } })}
        label={t('admin.queues.failedTitle')}
        empty={t('admin.queues.none')}
      >
        {(job) => (
          <Row
            key={job.id}
            title={job.topic}
            detail={`${momentText(job.finishedAt ?? job.createdAt, t)} · ${t('admin.queues.attempts', { count: job.attempt })}`}
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
        )}
      </PagedRows>
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
      <LoadedPart of={queues} failed={t('admin.queues.listFailed')}>
        {(value) => <Queues queues={value} />}
      </LoadedPart>
      <Section title={t('admin.queues.failedTitle')}>
        <LoadedPart of={failed} failed={t('admin.queues.jobsFailed')}>
          {(value) => <Failed key={JSON.stringify(value.items)} first={value} />}
        </LoadedPart>
      </Section>
    </>
  );
}
