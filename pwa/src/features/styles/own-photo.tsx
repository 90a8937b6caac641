import { useAction } from '~/features/acts';
import { showByPhoto, type Previews } from '~/features/previews';
import type { Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { Button } from '~/ui';
import { nextPhoto } from './next-photo';
import styles from './own-photo.module.css';

/** Says what the small pictures are, and has them made of another photo. */
export function OwnPhoto({ profile, own }: { profile: Schemas['AiProfile']; own: Previews }) {
  const t = useText();
  const isMaking = own.status === 'making';
  const next = nextPhoto(profile.trainedPhotos ?? [], own.photoId);
  const { isPending, run } = useAction('styles.own.otherFailed');
  return (
    <div className={styles.line}>
      <p role="status" className={styles.text}>
        {t(isMaking ? 'styles.own.making' : 'styles.own.text')}
      </p>
      {next ? (
        <Button
          variant="quiet"
          isPending={isPending || isMaking}
          onPress={() => void run(() => showByPhoto(profile.id, next))}
        >
          {t('styles.own.other')}
        </Button>
      ) : null}
    </div>
  );
}
