import { useEffect, useState } from 'react';
import { forgetTakenPhoto, takenPhoto } from '~/lib/device/taken-photo';
import { useText } from '~/lib/i18n';
import { Button, Notice } from '~/ui';
import styles from './wizard-screen.module.css';

interface Taken {
  photo: File;
  url: string;
}

/** The photo that waits on this device, with an address under which it can be seen; null while there is none. */
function useTakenPhoto(): [Taken | null, forget: () => void] {
  const [taken, setTaken] = useState<Taken | null>(null);
  useEffect(() => {
    let url = '';
    let isOver = false;
    void takenPhoto().then((photo) => {
      if (!photo || isOver) return;
      url = URL.createObjectURL(photo);
      setTaken({ photo, url });
    });
    return () => {
      isOver = true;
      URL.revokeObjectURL(url);
    };
  }, []);
  return [
    taken,
    () => {
      setTaken(null);
      void forgetTakenPhoto();
    },
  ];
}

/** Offers the photo with which somebody has tried the styles before they had an account. It may be somebody else's who used this device: nobody gets it without a word. */
export function TakenPhotoNotice({ onFiles }: { onFiles(files: File[]): void }) {
  const t = useText();
  const [taken, forget] = useTakenPhoto();
  if (!taken) return null;
  const use = () => {
    onFiles([taken.photo]);
    forget();
  };
  return (
    <div className={styles.waiting}>
      <Notice
        title={t('aiProfiles.wizard.taken.title')}
        action={
          <span className={styles.takenActs}>
            <Button variant="primary" onPress={use}>
              {t('aiProfiles.wizard.taken.use')}
            </Button>
            <Button variant="quiet" onPress={forget}>
              {t('aiProfiles.wizard.taken.forget')}
            </Button>
          </span>
        }
      >
        <span className={styles.taken}>
          <img src={taken.url} alt={t('aiProfiles.wizard.taken.alt')} width={64} height={80} />
          {t('aiProfiles.wizard.taken.text')}
        </span>
      </Notice>
    </div>
  );
}
