import { useState, type KeyboardEvent } from 'react';
import { useText } from '~/lib/i18n';
import { Button, FormDialog, Notice } from '~/ui';
import { goodCount, isFullOfOthers, roomFor, type Entry } from '../entries';
import { verdictOf } from '../verdict';
import styles from './camera-dialog.module.css';
import { useCamera, type CameraTrouble } from './use-camera';

export interface CameraDialogProps {
  entries: readonly Entry[];
  /** How many photos have been taken so far in this visit. */
  taken: number;
  onTaken(photo: File): void;
  onClose(): void;
}

function Trouble({ trouble, onRetry }: { trouble: CameraTrouble; onRetry(): void }) {
  const t = useText();
  return (
    <Notice
      tone="bad"
      title={t(`aiProfiles.wizard.camera.${trouble}Title`)}
      action={<Button onPress={onRetry}>{t('shell.retry')}</Button>}
    >
      {t(`aiProfiles.wizard.camera.${trouble}`)}
    </Notice>
  );
}

/** The live picture, the shutter, and what became of the last shot. Several in a row: the dialog stays until it is closed. */
function Viewfinder({ entries, taken, onTaken, onClose, onRetry }: CameraDialogProps & { onRetry(): void }) {
  const t = useText();
  const { video, trouble, isOn, isMirror, shoot: capture, switchOver } = useCamera();
  const [first] = useState(taken);
  const nameOf = (number: number) => t('aiProfiles.wizard.camera.fileName', { number });
  const isFull = roomFor(entries) === 0;
  const last = taken > first ? entries.findLast(({ name }) => name === nameOf(taken)) : undefined;

  async function shoot() {
    if (isFull) return;
    const picture = await capture();
    if (!picture) return;
    onTaken(new File([picture], nameOf(taken + 1), { type: 'image/jpeg' }));
  }

  // The shutter has the focus from the start; this is for who has tabbed away from every button.
  function onKeyDown(event: KeyboardEvent) {
    if ((event.key !== ' ' && event.key !== 'Enter') || (event.target as Element).closest('button')) return;
    event.preventDefault();
    void shoot();
  }

  if (trouble) {
    return (
      <>
        <Trouble trouble={trouble} onRetry={onRetry} />
        <Button autoFocus onPress={onClose}>
          {t('shell.close')}
        </Button>
      </>
    );
  }
  return (
    // The keys do what the button below does, wherever the focus is in the dialog.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.camera} onKeyDown={onKeyDown}>
      <div className={styles.finder} data-on={isOn || undefined}>
        {/* A live picture has no words. */}
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          className={styles.video}
          data-mirror={isMirror || undefined}
          aria-label={t('aiProfiles.wizard.camera.live')}
        />
        <span className={styles.guide} aria-hidden="true" />
        <span key={taken} className={styles.flash} data-shot={taken > first || undefined} aria-hidden="true" />
      </div>
      <p className={styles.hint}>
        {isFull
          ? t(isFullOfOthers(entries) ? 'aiProfiles.wizard.fullOfOthers' : 'aiProfiles.wizard.full')
          : t('aiProfiles.wizard.camera.hint')}
      </p>
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
          {switchOver ? <Button onPress={switchOver}>{t('aiProfiles.wizard.camera.switch')}</Button> : null}
          <Button key={String(isFull)} autoFocus={isFull} onPress={onClose}>
            {t('aiProfiles.wizard.camera.done')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Takes photos with the camera of the device. */
export default function CameraDialog(props: CameraDialogProps) {
  const t = useText();
  const [tries, setTries] = useState(0);
  return (
    <FormDialog isOpen onClose={props.onClose} title={t('aiProfiles.wizard.camera.title')}>
      <Viewfinder key={tries} {...props} onRetry={() => setTries(tries + 1)} />
    </FormDialog>
  );
}
