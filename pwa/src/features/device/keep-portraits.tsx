import { useEffect, useState } from 'react';
import type { Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useRouter } from '~/lib/navigation';
import { answerKeep, isRunKept, keepAnswer, keepRun } from '~/lib/device';
import { useMe } from '~/lib/session';
import { Button, Notice } from '~/ui';
import { fetchFile, toKeep } from './sync-device';
import type { KeepAnswer } from './keep-answer';
import styles from './keep-portraits.module.css';

type Run = Schemas['Generation'];
/** `unasked`: nobody has answered yet; `off`: nothing is kept here. */
type State = 'unknown' | 'unasked' | 'off' | 'keeping' | 'kept' | 'failed';

const FIRST = new Map<KeepAnswer, State>([
  [undefined, 'unknown'],
  [null, 'unasked'],
  [false, 'off'],
  [true, 'keeping'],
]);

/** Whether this run is on the device; brings it there where the customer has agreed. */
function useKeptRun(run: Run, known: KeepAnswer) {
  const me = useMe();
  const router = useRouter();
  const [state, setState] = useState<State>(FIRST.get(known) ?? 'unknown');
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isOver = false;
    const show = (next: State) => !isOver && setState(next);
    async function keep() {
      // A browser that keeps nothing is not asked.
      const answer = await keepAnswer().catch(() => undefined);
      if (answer === undefined) return show('unknown');
      if (answer === null) return show('unasked');
      if (!answer) return show('off');
      if (await isRunKept(toKeep(run))) return show('kept');
      show('keeping');
      show((await keepRun(toKeep(run), fetchFile)) ? 'kept' : 'failed');
    }
    // No space, no network: who has agreed relies on it, and is told.
    keep().catch(() => show('failed'));
    return () => {
      isOver = true;
    };
    // The links of a run change with every load; what they lead to does not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies
  }, [run.id, run.portraits.length, attempt]);

  async function answer(keep: boolean) {
    await answerKeep(me.id, keep).catch(() => undefined);
    setAttempt((count) => count + 1);
    // What the screens show is now taken over as well.
    if (keep) await router.invalidate();
  }

  return { state, answer, retry: () => setAttempt((count) => count + 1) };
}

export interface KeepPortraitsProps {
  run: Run;
  answer: KeepAnswer;
  /** Whether the question may be put: once something of the run was saved. */
  isAsked: boolean;
}

/** Asks once whether portraits are kept on this device, and says where this run's are. */
export function KeepPortraits({ run, answer: known, isAsked }: KeepPortraitsProps) {
  const t = useText();
  const { state, answer, retry } = useKeptRun(run, known);
  if (state === 'unknown' || state === 'off' || (state === 'unasked' && !isAsked)) return null;
  if (state === 'unasked')
    return (
      <div className={styles.question}>
        <Notice
          title={t('device.keep.question')}
          action={
            <div className={styles.answers}>
              <Button onPress={() => void answer(true)}>{t('device.keep.yes')}</Button>
              <Button variant="quiet" onPress={() => void answer(false)}>
                {t('device.keep.no')}
              </Button>
            </div>
          }
        >
          {t('device.keep.why')}
        </Notice>
      </div>
    );
  return (
    <p className={styles.state} role="status">
      {t(`device.keep.${state}`)}
      {state === 'failed' ? (
        <Button variant="quiet" onPress={retry}>
          {t('shell.retry')}
        </Button>
      ) : null}
    </p>
  );
}
