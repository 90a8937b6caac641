import type { ReactNode, RefObject } from 'react';
import { useText } from '~/lib/i18n';
import styles from './camera-dialog.module.css';

export interface FinderProps {
  video: RefObject<HTMLVideoElement | null>;
  isOn: boolean;
  isMirror: boolean;
  /** Counts the photos taken: it flashes with each. */
  shots: number;
  /** The face is where and how it should be. */
  isRight?: boolean;
  /** What stands upon the picture. */
  children?: ReactNode;
}

/** The live picture with the place for the face. */
export function Finder({ video, isOn, isMirror, shots, isRight = false, children }: FinderProps) {
  const t = useText();
  return (
    <div className={styles.finder} data-on={isOn || undefined} data-right={isRight || undefined}>
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
      <span key={shots} className={styles.flash} data-shot={shots > 0 || undefined} aria-hidden="true" />
      {children}
    </div>
  );
}
