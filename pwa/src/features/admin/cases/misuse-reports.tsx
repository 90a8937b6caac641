import { useState } from 'react';
import { momentText } from '~/features/shell';
import { PagedRows, type Page } from '~/lib/pages';
import { type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { AppLink, useRouter } from '~/lib/navigation';
import { Button, Row } from '~/ui';
import { ReasonDialog, type ReasonQuestion } from '../reason-dialog';
import styles from './cases.module.css';
import { Known } from './parties';

type Report = Schemas['AdminMisuseReport'];
type Run = Report['runs'][number];

/** One run that the picture was found to come from, and what can still be done about it. */
function ReportedRun({
  run,
  number,
  onRemove,
  onBlock,
}: {
  run: Run;
  number: string;
  onRemove(): void;
  onBlock(): void;
}) {
  const t = useText();
  const { state, styleName, completedAt, account, isReporters } = run;
  return (
    <div className={styles.run}>
      <p>
        {state === 'present'
          ? t('admin.misuse.run', { style: styleName ?? '', date: completedAt ? formatDate(completedAt) : '' })
          : t(`admin.misuse.state.${state}`)}
        {' · '}
        {account ? (
          <AppLink to="/admin/users/$id" params={{ id: account.id }}>
            <span className={styles.long}>{account.email}</span>
          </AppLink>
        ) : (
          t('admin.misuse.accountGone')
        )}
        {account?.isBlocked ? ` · ${t('admin.misuse.blocked')}` : null}
      </p>
      {isReporters ? <p className={styles.soft}>{t('admin.misuse.isReporters')}</p> : null}
      <div className={styles.acts}>
        {state === 'present' ? (
          <Button variant="quiet" aria-label={t('admin.misuse.removeLabel', { number })} onPress={onRemove}>
            {t('admin.misuse.remove')}
          </Button>
        ) : null}
        {account && !account.isBlocked ? (
          <Button variant="quiet" aria-label={t('admin.misuse.blockLabel', { email: account.email })} onPress={onBlock}>
            {t('admin.misuse.block')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

interface ReportRowProps {
  report: Report;
  onRemove(run: Run): void;
  onBlock(run: Run): void;
  onClose(): void;
}

/** One report with what was found. Its link is text on purpose: it may lead anywhere, and whose page it opens learns who looks. */
function ReportRow({ report, onRemove, onBlock, onClose }: ReportRowProps) {
  const t = useText();
  const { number, email, reason, statement, link, picture, receivedAt, runs } = report;
  const terms = [
    [t('admin.misuse.term.reason'), t(`admin.misuse.reason.${reason}`)],
    [t('admin.cases.term.from'), email ? <span className={styles.long}>{email}</span> : t('admin.cases.erased')],
    [t('admin.misuse.term.statement'), statement && <span className={styles.words}>{statement}</span>],
    [
      t('admin.misuse.term.link'),
      link && (
        <>
          <span className={styles.long}>{link}</span>
          <span className={styles.soft}> {t('admin.misuse.linkHint')}</span>
        </>
      ),
    ],
    [t('admin.misuse.term.picture'), t(`admin.misuse.picture.${picture}`)],
    [
      t('admin.misuse.term.runs'),
      runs.length > 0
        ? runs.map((run) => (
            <ReportedRun
              key={run.generationId}
              run={run}
              number={number}
              onRemove={() => onRemove(run)}
              onBlock={() => onBlock(run)}
            />
          ))
        : null,
    ],
  ] as const;
  return (
    <Row
      title={t('admin.misuse.number', { number })}
      detail={momentText(receivedAt, t)}
      below={<Known rows={terms} />}
      action={
        <Button variant="quiet" aria-label={t('admin.misuse.closeLabel', { number })} onPress={onClose}>
          {t('admin.misuse.close')}
        </Button>
      }
    />
  );
}

/** What an admin is asked before each act, and who reads the answer. */
function useQuestions() {
  const t = useText();
  const router = useRouter();
  const question = (
    act: 'remove' | 'block' | 'close',
    report: Report,
    run: (reason: string) => Promise<unknown>,
    hint = t(`admin.misuse.${act}Hint`),
  ): ReasonQuestion => ({
    title: t(`admin.misuse.${act}Title`, { number: report.number }),
    text: t(`admin.misuse.${act}Text`),
    hint,
    confirmLabel: t(`admin.misuse.${act}`),
    act: run,
    done: () => {
      notify({
        title: t(`admin.misuse.${act}Done`),
        text: t('admin.misuse.doneText', { number: report.number }),
        tone: 'good',
      });
      return router.invalidate();
    },
  });
  return {
    remove: (report: Report, { generationId }: Run) =>
      question('remove', report, (reason) =>
        adminApi.removeMisusedRun({ path: { id: report.id }, body: { generationId, reason } }),
      ),
    block: (report: Report, { generationId }: Run) =>
      question('block', report, (reason) =>
        adminApi.blockMisuser({ path: { id: report.id }, body: { generationId, reason } }),
      ),
    close: (report: Report) =>
      question(
        'close',
        report,
        (reason) => adminApi.closeMisuseReport({ path: { id: report.id }, body: { reason } }),
        report.email ? undefined : t('admin.cases.closeHintErased'),
      ),
  };
}

/** Confirmed reports of misuse that wait for somebody. */
export function MisuseReports({ first }: { first: Page<Report> }) {
  const t = useText();
  const ask = useQuestions();
  const [question, setQuestion] = useState<ReasonQuestion | null>(null);
  return (
    <>
      <PagedRows
        first={first}
        load={(cursor) => adminApi.listMisuseReports({ query: { cursor } })}
        label={t('admin.misuse.title')}
        empty={t('admin.misuse.none')}
      >
        {(report) => (
          <ReportRow
            key={report.id}
            report={report}
            onRemove={(run) => setQuestion(ask.remove(report, run))}
            onBlock={(run) => setQuestion(ask.block(report, run))}
            onClose={() => setQuestion(ask.close(report))}
          />
        )}
      </PagedRows>
      {question ? <ReasonDialog question={question} onClose={() => setQuestion(null)} /> : null}
    </>
  );
}
