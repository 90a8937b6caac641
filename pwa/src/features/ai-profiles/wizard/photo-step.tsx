import { facts } from '~/lib/facts';
import { useRef } from 'react';
import type { FaceJudge } from '~/lib/device-studio/face-judge';
import { megabytes } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { Button, FileDrop, VisuallyHidden } from '~/ui';
import { CameraWay } from './camera-way';
import { isFullOfOthers, isRejected, roomFor, type Entry } from './entries';
import { ACCEPTED_TYPES } from './files';
import { PhotoTile } from './photo-tile';
import { isDecided, verdictOf } from './verdict-texts';
import styles from './wizard-screen.module.css';

export interface PhotoStepProps {
  entries: readonly Entry[];
  judge: FaceJudge;
  draftId: string | null;
  onFiles(files: File[]): void;
  onRemove(entry: Entry): void;
  onRetry(entry: Entry): void;
  /** Takes out all that was refused. */
  onRemoveRejected(): void;
}

/** From so many on refused photos can be taken out together. */
const SEVERAL = 2;

/** Where the focus goes when the photo it stood in goes: to the one that takes its place, or the last one, or the way to add some. */
function focusPlace(list: HTMLElement | null, place: number): void {
  const buttons = list?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
  // The place to drop files on has a button of its own, for screen readers; the one that is seen comes last.
  const ways = list?.querySelectorAll<HTMLElement>('[data-add] button') ?? [];
  const next = buttons[Math.min(place, buttons.length - 1)] ?? ways[ways.length - 1];
  next?.focus();
}

/** Says each verdict once, by the name of its photo, to those who cannot see the tiles. */
function Verdicts({ entries }: { entries: readonly Entry[] }) {
  const t = useText();
  return (
    <VisuallyHidden>
      <span role="log" aria-label={t('aiProfiles.wizard.verdicts')}>
        {entries.filter(isDecided).map((entry) => (
          <span key={`${entry.key} ${entry.state}`}>{`${entry.name}: ${verdictOf(entry, t)}. `}</span>
        ))}
      </span>
    </VisuallyHidden>
  );
}

/** The photos side by side, and the ways to add more. */
export function PhotoStep({ entries, judge, draftId, onFiles, onRemove, onRetry, onRemoveRejected }: PhotoStepProps) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const isEmpty = entries.length === 0;
  const isFull = roomFor(entries) === 0;
  const rejected = entries.filter(isRejected).length;
  return (
    <>
      <ul
        ref={list}
        className={styles.photos}
        aria-label={t('aiProfiles.wizard.photos')}
        data-empty={isEmpty || undefined}
      >
        {entries.map((entry, place) => (
          <PhotoTile
            key={entry.key}
            entry={entry}
            onRemove={() => {
              onRemove(entry);
              requestAnimationFrame(() => focusPlace(list.current, place));
            }}
            onRetry={() => onRetry(entry)}
          />
        ))}
        {isFull ? (
          <li className={styles.add}>
            <p className={styles.full}>
              {t(isFullOfOthers(entries) ? 'aiProfiles.wizard.fullOfOthers' : 'aiProfiles.wizard.full')}
            </p>
          </li>
        ) : (
          <li className={styles.add} data-add>
            <FileDrop label={t('aiProfiles.wizard.drop')} accept={ACCEPTED_TYPES} onFiles={onFiles}>
              {isEmpty ? (
                <>
                  <span className={styles.addTitle} data-hand="mouse">
                    {t('aiProfiles.wizard.addFirst')}
                  </span>
                  <span className={styles.addTitle} data-hand="touch">
                    {t('aiProfiles.wizard.addByTouch')}
                  </span>
                  <span>{t('aiProfiles.wizard.addDetail', { megabytes: megabytes(facts.photos.maxBytes) })}</span>
                </>
              ) : (
                t('aiProfiles.wizard.add')
              )}
            </FileDrop>
          </li>
        )}
        <CameraWay
          entries={entries}
          isEmpty={isEmpty}
          isFull={isFull}
          judge={judge}
          draftId={draftId}
          onFiles={onFiles}
        />
      </ul>
      {rejected >= SEVERAL ? (
        <p className={styles.removed}>
          <Button
            variant="quiet"
            onPress={() => {
              onRemoveRejected();
              requestAnimationFrame(() => focusPlace(list.current, 0));
            }}
          >
            {t('aiProfiles.wizard.removeRejected', { count: rejected })}
          </Button>
        </p>
      ) : null}
      <Verdicts entries={entries} />
    </>
  );
}
