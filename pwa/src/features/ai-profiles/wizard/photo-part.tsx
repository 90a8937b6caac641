import { facts } from '~/lib/facts';
import { useEffect, useState } from 'react';
import { useIsOnline } from '~/lib/api';
import { createFaceJudge } from '~/lib/device-studio/face-judge';
import { useText } from '~/lib/i18n';
import { useIsLive } from '~/lib/live';
import { useRouter } from '~/lib/navigation';
import { useMe } from '~/lib/session';
import { Button, Notice } from '~/ui';
import { isUnsafe, stalledCount, type Entry } from './entries';
import type { LaterQueue } from './later-queue';
import { messages } from './messages';
import { PhotoStep } from './photo-step';
import { PreviewPanel } from './preview-panel';
import type { Removed } from './queue-state';
import { TakenPhotoNotice } from './taken-photo-notice';
import { createUploadQueue } from './upload-queue';
import type { useDraft } from './use-draft';
import styles from './wizard-screen.module.css';

/** What waits for a connection, and what there is to do meanwhile. */
function Waiting({ entries, onTryNow }: { entries: readonly Entry[]; onTryNow(): void }) {
  const t = useText();
  const isOnline = useIsOnline();
  const count = stalledCount(entries);
  const text = isUnsafe(entries) ? t('aiProfiles.wizard.stalledUnsafe') : t('aiProfiles.wizard.stalledSafe');
  return (
    // The region stays, so that what comes into it is announced.
    <div role="status" className={styles.waiting} hidden={isOnline && count === 0}>
      {count > 0 ? (
        // A device that says it is online may be wrong about the rest of the way: the customer may know better than the clock.
        <Notice
          title={t('aiProfiles.wizard.stalledTitle', { count })}
          action={isOnline ? <Button onPress={onTryNow}>{t('aiProfiles.wizard.tryNow')}</Button> : undefined}
        >
          {text}
        </Notice>
      ) : isOnline ? null : (
        <Notice title={t('aiProfiles.wizard.offlineTitle')}>{t('aiProfiles.wizard.offlineText')}</Notice>
      )}
    </div>
  );
}

/** Where the focus goes when the button that had it goes. */
function focusAddButton(): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-add] button');
  buttons[buttons.length - 1]?.focus();
}

/** The photo that was taken out last, and the way to have it back. */
function RemovedPhoto({ removed, onUndo }: { removed: Removed | null; onUndo(): void }) {
  const t = useText();
  return (
    // The region stays, so that what comes into it is announced.
    <p role="status" className={styles.removed}>
      {removed ? (
        <>
          <span>{t('aiProfiles.wizard.removed', { name: removed.name })}</span>
          <Button variant="quiet" onPress={onUndo}>
            {t('aiProfiles.wizard.undo')}
          </Button>
        </>
      ) : null}
    </p>
  );
}

export interface PhotoPartProps {
  line: LaterQueue;
  entries: readonly Entry[];
  removed: Removed | null;
  draft: ReturnType<typeof useDraft>;
}

/** Everything about photos, once they may be chosen: what waits, the photos with their verdicts, and what portraits of them look like. */
export default function PhotoPart({ line, entries, removed, draft }: PhotoPartProps) {
  const t = useText();
  const { id: userId } = useMe();
  const isLive = useIsLive();
  const router = useRouter();
  const [judge] = useState(() => line.judge(createFaceJudge));
  // A photo's way is longer than a rendering.
  const [needs] = useState(() => ({
    userId,
    draft,
    judge,
    ...messages(t),
    tellConsentOutdated: () => void router.invalidate(),
  }));

  useEffect(() => line.run((first) => createUploadQueue(first, needs)), [line, needs]);

  useEffect(() => () => judge.stop(), [judge]);

  useEffect(() => {
    if (isLive) line.tryNow();
  }, [line, isLive]);

  const add = (files: File[]) => void line.handOver(files);
  return (
    <>
      <Waiting entries={entries} onTryNow={line.tryNow} />
      {entries.length < facts.photos.max ? <TakenPhotoNotice onFiles={add} /> : null}
      <PhotoStep
        entries={entries}
        judge={judge}
        draftId={draft.known()}
        onFiles={add}
        onRemove={({ key }) => void line.remove(key)}
        onRetry={({ key }) => void line.retry(key)}
        onRemoveRejected={() => void line.removeRejected()}
      />
      <RemovedPhoto
        removed={removed}
        onUndo={() => {
          void line.undo();
          focusAddButton();
        }}
      />
      <PreviewPanel draft={draft} entries={entries} isAllowed />
    </>
  );
}
