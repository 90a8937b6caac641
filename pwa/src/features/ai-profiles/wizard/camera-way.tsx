import { lazy, Suspense, useEffect, useState } from 'react';
import type { FaceJudge, FaceLook } from '~/lib/device-studio/face-judge';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { Button, CameraTrigger, Icon } from '~/ui';
import type { Entry } from './entries';
import styles from './wizard-screen.module.css';

const loadDialog = () => import('./camera/camera-dialog');
const CameraDialog = lazy(loadDialog);

/** Browsers hand out the camera on secure origins only. */
const hasLivePicture = () => typeof navigator.mediaDevices?.getUserMedia === 'function';
/** A phone without a live picture still has its own camera app. */
const isHandheld = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

export interface CameraWayProps {
  entries: readonly Entry[];
  isEmpty: boolean;
  isFull: boolean;
  judge: FaceJudge;
  draftId: string | null;
  onFiles(files: File[]): void;
}

/** «Foto aufnehmen», where there is a way to: with the live picture, or with the phone's own camera. */
export function CameraWay({ entries, isEmpty, isFull, judge, draftId, onFiles }: CameraWayProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [taken, setTaken] = useState(0);
  const [shots, setShots] = useState<readonly FaceLook[]>([]);

  // Fetched ahead: photos may be taken where there is no network, too.
  useEffect(() => {
    if (hasLivePicture()) void loadDialog().catch(() => undefined);
  }, []);

  const open = () =>
    loadDialog().then(
      () => setOpen(true),
      () =>
        notify({
          title: t('aiProfiles.wizard.camera.failedTitle'),
          text: t('aiProfiles.wizard.camera.failed'),
          tone: 'bad',
        }),
    );

  const label = (
    <>
      <Icon name="camera" size={isEmpty ? 'small' : 'normal'} />
      <span>{t('aiProfiles.wizard.camera.open')}</span>
    </>
  );
  if (!hasLivePicture() && !isHandheld()) return null;
  return (
    // The last shot fills the list: the dialog says so before it is closed.
    <li className={styles.camera} hidden={isFull && !isOpen}>
      {hasLivePicture() ? (
        <Button onPress={() => void open()}>{label}</Button>
      ) : (
        <CameraTrigger onFiles={onFiles}>{label}</CameraTrigger>
      )}
      {isOpen ? (
        <Suspense>
          <CameraDialog
            entries={entries}
            judge={judge}
            draftId={draftId}
            shots={shots}
            onShot={(look) => setShots((before) => [...before, look])}
            taken={taken}
            onTaken={(photo) => {
              setTaken(taken + 1);
              onFiles([photo]);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </li>
  );
}
