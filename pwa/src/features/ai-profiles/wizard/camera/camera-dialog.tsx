import { useEffect, useState, type KeyboardEvent } from 'react';
import type { FaceJudge } from '~/lib/device-studio/face-judge';
import { useText } from '~/lib/i18n';
import { Button, FormDialog } from '~/ui';
import { goodCount, isFullOfOthers, roomFor, type Entry } from '../entries';
import { verdictOf } from '../verdict';
import styles from './camera-dialog.module.css';
import { CameraTrouble } from './camera-trouble';
import { Finder } from './finder';
import { GuidePanel } from './guide/guide-panel';
import { useGuide } from './guide/use-guide';
import { useCamera } from './use-camera';
import { useTimer } from './use-timer';

export interface CameraDialogProps {
  entries: readonly Entry[];
  judge: FaceJudge;
  /** How many photos have been taken so far in this visit. */
  taken: number;
  onTaken(photo: File): void;
  onClose(): void;
}

/** Whether this device can say what it sees; until that is known, how much of what it needs has arrived, 0 to 1. */
function useCanGuide(judge: FaceJudge): boolean | number {
  const [can, setCan] = useState<boolean | number>(0);
  useEffect(() => {
    let isOver = false;
    const tell = (answer: boolean | number) => !isOver && setCan(answer);
    void judge.start(tell).then(tell);
    return () => {
      isOver = true;
    };
  }, [judge]);
  return can;
}

/** What is said instead of the guide. */
function Hint({
  entries,
  isFinished,
  arrived,
}: {
  entries: readonly Entry[];
  isFinished: boolean;
  arrived: number | null;
}) {
  const t = useText();
  const isFull = roomFor(entries) === 0;
  if (isFull) return t(isFullOfOthers(entries) ? 'aiProfiles.wizard.fullOfOthers' : 'aiProfiles.wizard.full');
  if (isFinished) return t('aiProfiles.wizard.camera.guide.finished');
  const hint = t('aiProfiles.wizard.camera.hint');
  if (arrived === null) return hint;
  return `${hint} ${t('aiProfiles.wizard.camera.guide.loading', { percent: Math.round(arrived * 100) })}`;
}

/** The live picture, what is to be done, the shutter, and what became of the last shot. The dialog stays until it is closed. */
function Session({ entries, judge, taken, onTaken, onClose, onRetry }: CameraDialogProps & { onRetry(): void }) {
  const t = useText();
  const camera = useCamera();
  const [first] = useState(taken);
  const [isAutomatic, setAutomatic] = useState(true);
  const canGuide = useCanGuide(judge);
  const nameOf = (number: number) => t('aiProfiles.wizard.camera.fileName', { number });
  const isFull = roomFor(entries) === 0;
  const last = taken > first ? entries.findLast(({ name }) => name === nameOf(taken)) : undefined;
  const keep = (photo: Blob) => onTaken(new File([photo], nameOf(taken + 1), { type: 'image/jpeg' }));
  const guide = useGuide({
    camera: { ...camera, isOn: camera.isOn && canGuide === true },
    judge,
    isAutomatic,
    isFull,
    isFresh: entries.length === 0,
    onPhoto: keep,
  });
  const isGuided = canGuide === true && guide.prompt !== null && !isFull;

  async function shoot() {
    if (isGuided) return guide.shoot();
    const photo = isFull ? null : await camera.shoot();
    if (photo) keep(photo);
  }
  const timer = useTimer(() => void shoot());

  // The shutter has the focus from the start; this is for who has tabbed away from every button.
  function onKeyDown(event: KeyboardEvent) {
    if ((event.key !== ' ' && event.key !== 'Enter') || (event.target as Element).closest('button, label')) return;
    event.preventDefault();
    void shoot();
  }

  if (camera.trouble) return <CameraTrouble trouble={camera.trouble} onRetry={onRetry} onClose={onClose} />;
  return (
    // The keys do what the button below does, wherever the focus is in the dialog.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.camera} data-guided={isGuided || undefined} onKeyDown={onKeyDown}>
      <Finder {...camera} shots={taken - first} isRight={isGuided && guide.hint === 'ready'}>
        {timer.left === null ? null : (
          <span className={styles.countdown} role="timer" aria-live="assertive">
            {timer.left}
          </span>
        )}
      </Finder>
      {isGuided ? (
        <GuidePanel guide={guide} isAutomatic={isAutomatic} onAutomatic={setAutomatic} />
      ) : (
        <p className={styles.hint}>
          <Hint
            entries={entries}
            isFinished={guide.prompt === null}
            arrived={typeof canGuide === 'number' ? canGuide : null}
          />
        </p>
      )}
      <div className={styles.controls}>
        <p role="status" className={styles.last}>
          {t('aiProfiles.wizard.camera.count', { count: goodCount(entries) })}
          {last ? <span data-state={last.state}>{`${last.name}: ${verdictOf(last, t)}`}</span> : null}
        </p>
        {isFull ? null : (
          <Button autoFocus variant="primary" wide onPress={() => void shoot()}>
            {t('aiProfiles.wizard.camera.shoot')}
          </Button>
        )}
        <div className={styles.ways}>
          {isFull ? null : (
            <Button onPress={timer.toggle}>
              {t(`aiProfiles.wizard.camera.${timer.left === null ? 'timer' : 'timerStop'}`)}
            </Button>
          )}
          {camera.switchOver ? (
            <Button onPress={camera.switchOver}>{t('aiProfiles.wizard.camera.switch')}</Button>
          ) : null}
          <Button key={String(isFull)} autoFocus={isFull} onPress={onClose}>
            {t('aiProfiles.wizard.camera.done')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Takes photos with the camera of the device: led from one to the next where the device can see them, else by the shutter alone. */
export default function CameraDialog(props: CameraDialogProps) {
  const t = useText();
  const [tries, setTries] = useState(0);
  return (
    <FormDialog isOpen onClose={props.onClose} title={t('aiProfiles.wizard.camera.title')}>
      <Session key={tries} {...props} onRetry={() => setTries(tries + 1)} />
    </FormDialog>
  );
}
