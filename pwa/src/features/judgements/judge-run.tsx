import { useEffect, useState } from 'react';
import { api, isOnline, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { Button, VisuallyHidden } from '~/ui';
import { JudgementForm } from './judgement-form';
import styles from './judgements.module.css';
import { Said, useWithdrawal } from './said';

type RunJudgement = Schemas['RunJudgement'];

export interface JudgeRunProps {
  runId: string;
  /** Whether something of the run was saved or shared just now: only then is anything asked. */
  isSaved: boolean;
}

/** What the server knows of it. Where that cannot be had, nothing is shown and nothing asked. */
function useJudgement(runId: string) {
  const [state, setState] = useState<RunJudgement | null>(null);
  useEffect(() => {
    let isOver = false;
    api.getJudgement({ path: { id: runId } }).then(
      (found) => isOver || setState(found),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [runId]);
  return { state, setState };
}

/** The own judgement below the portraits of a run; after the first download one question, once. */
export default function JudgeRun({ runId, isSaved }: JudgeRunProps) {
  const t = useText();
  const { state, setState } = useJudgement(runId);
  const [isEditing, setEditing] = useState(false);
  // The network may be missing later on; who has begun to answer goes on.
  const [wasOnline, setOnline] = useState(false);
  if (isSaved && !wasOnline && isOnline()) setOnline(true);
  const { ask, dialog, place } = useWithdrawal();
  const judgement = state?.judgement;

  /** What had the focus goes with the form, or with what was said: the keyboard stays here. */
  function edit(next: boolean) {
    setEditing(next);
    place.current?.focus();
  }

  function decline() {
    setState(state && { ...state, isAsked: true });
    // Where it does not arrive, the question comes once more with the next visit.
    void api.withdrawJudgement({ path: { id: runId } }).catch(() => undefined);
  }

  if (!state || (!judgement && (!state.isJudgeable || state.isAsked || !wasOnline))) return null;
  return (
    <section className={styles.judge} aria-labelledby="judge-title" ref={place} tabIndex={-1}>
      <h2 id="judge-title">{t(judgement ? 'judgements.own' : 'judgements.ask')}</h2>
      {judgement && !isEditing ? (
        <>
          <Said judgement={judgement} />
          <div className={styles.acts}>
            <Button onPress={() => edit(true)}>{t('judgements.change')}</Button>
            <Button
              variant="quiet"
              onPress={() => ask(judgement, () => setState({ ...state, isAsked: true, judgement: null }))}
            >
              {t('judgements.withdraw')}
            </Button>
          </div>
        </>
      ) : (
        <>
          {judgement ? null : (
            <VisuallyHidden>
              <p role="status">{t('judgements.asked')}</p>
            </VisuallyHidden>
          )}
          <JudgementForm
            runId={runId}
            judgement={judgement ?? null}
            onDone={(next) => {
              setState(next);
              edit(false);
            }}
            onLeave={judgement ? () => edit(false) : decline}
          />
        </>
      )}
      {dialog}
    </section>
  );
}
