import { facts } from '~/lib/facts';
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { FaceJudge, FaceLook } from '~/lib/device-studio/face-judge';
import { useText, type Text } from '~/lib/i18n';
import { Button, FormDialog, VisuallyHidden } from '~/ui';
import { goodCount, isFullOfOthers, roomFor, type Entry } from '../entries';
import { verdictOf } from '../verdict-texts';
import styles from './camera-dialog.module.css';
import { CameraTrouble } from './camera-trouble';
import { Finder } from './finder';
import { GuidePanel, hintText } from './guide/guide-panel';
import { useGuide, type Guide } from './guide/use-guide';
import { useCamera } from './use-camera';
import { useTimer } from './use-timer';

export interface CameraDialogProps {
  entries: readonly Entry[];
  judge: FaceJudge;
  draftId: string | null;
  /** What the photos of this visit have shown. */
  shots: readonly FaceLook[];
  onShot(look: FaceLook): void;
  /** How many photos have been taken so far in this visit. */
  taken: number;
  onTaken(photo: File): void;
  onClose(): void;
}

/** Whether this device can say what it sees; until that is known, how much of what it needs has arrived, 0 to 1. */
function useCanGuide(judge: FaceJudge): [can: boolean | number, stopGuiding: () => void] {
  const [can, setCan] = useState<boolean | number>(0);
  useEffect(() => {
    let isOver = false;
    const tell = (answer: boolean | number) => !isOver && setCan(answer);
    void judge.start(tell).then(tell);
    return () => {
      isOver = true;
    };
  }, [judge]);
  return [can, () => setCan(false)];
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

/** What the panel shows, for those who cannot see it. */
const spoken = (guide: Guide, t: Text): string =>
  guide.prompt ? `${t(`aiProfiles.wizard.camera.guide.prompt.${guide.prompt.key}`)}. ${hintText(guide, t)}` : '';

/** The live picture, what is to be done, the shutter, and what became of the last shot. The dialog stays until it is closed. */
function Session({ onRetry, ...props }: CameraDialogProps & { onRetry(): void }) {
  const { entries, judge, draftId, shots, taken, onShot, onTaken, onClose } = props;
  const t = useText();
  const camera = useCamera();
  const [first] = useState(taken);
  const [isAutomatic, setAutomatic] = useState(true);
  const [canGuide, stopGuiding] = useCanGuide(judge);
  const timer = useTimer(() => void shoot());
  const nameOf = (number: number) => t('aiProfiles.wizard.camera.fileName', { number });
  const isFull = roomFor(entries) === 0;
  const last = taken > first ? entries.findLast(({ name }) => name === nameOf(taken)) : undefined;

  async function shootFile(): Promise<File | null> {
    const photo = await camera.shoot();
    return photo && new File([photo], nameOf(taken + 1), { type: 'image/jpeg' });
  }
  const guide = useGuide({
    camera: { ...camera, isOn: camera.isOn && canGuide === true, shoot: shootFile },
    judge,
    draftId,
    shots,
    // A time that is running is to be waited for.
    isAutomatic: isAutomatic && timer.left === null,
    isFull,
    onShot,
    onPhoto: onTaken,
    onLost: stopGuiding,
  });
  const isGuided = canGuide === true && guide.prompt !== null && !isFull;

  async function shoot() {
    if (isGuided) return guide.shoot();
    const photo = isFull ? null : await shootFile();
    if (photo) onTaken(photo);
  }

  // The shutter has the focus from the start; this is for who has tabbed away from every button.
  function onKeyDown(event: KeyboardEvent) {
    if ((event.key !== ' ' && event.key !== 'Enter') || (event.target as Element).closest('button, label')) return;
    event.preventDefault();
    void shoot();
  }

  if (camera.trouble) return <CameraTrouble trouble={camera.trouble} onRetry={onRetry} onClose={onClose} />;
  const good = goodCount(entries);
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
      <VisuallyHidden>
        <span role="status">
          {isGuided ? spoken(guide, t) : guide.prompt ? '' : t('aiProfiles.wizard.camera.guide.finished')}
        </span>
      </VisuallyHidden>
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
          {t(good < facts.photos.min ? 'aiProfiles.wizard.camera.count' : 'aiProfiles.wizard.camera.countEnough', {
            count: good,
          })}
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
