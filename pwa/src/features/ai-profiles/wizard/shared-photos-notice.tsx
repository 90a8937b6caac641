import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '~/lib/i18n';
import { useRouter, useRouterState } from '~/lib/navigation';
import { forgetShared, useIsAwaited, useSharedPhotos, type SharedPhotos } from '~/lib/shared-photos';
import { useOnce } from '~/lib/once';
import { Button, Notice } from '~/ui';
import styles from './wizard-screen.module.css';

/** So many are shown: enough to know them by. */
const SHOWN = 4;

/** A photo, small; one that the browser cannot draw has no place. */
function Picture({ photo }: { photo: File }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(photo);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [photo]);
  return <img ref={image} alt="" width={48} height={60} onError={(event) => (event.currentTarget.hidden = true)} />;
}

/** Whether the address says that photos were shared, and what takes that out again. */
function useMark(): [isMarked: boolean, clear: () => void] {
  const { history } = useRouter();
  const href = useRouterState({ select: ({ location }) => location.href });
  const url = new URL(href, location.origin);
  const isMarked = url.searchParams.has('shared');
  return [
    isMarked,
    () => {
      url.searchParams.delete('shared');
      if (isMarked) history.replace(`${url.pathname}${url.search}${url.hash}`);
    },
  ];
}

interface OfferProps {
  shared: SharedPhotos;
  /** The consents stand. */
  isAllowed: boolean;
  /** They are being added. */
  isPending: boolean;
  onAdd(): void;
  onDiscard(): void;
}

/** Asks also when it is clear whose they are: any page on the web can send the app a form with photos. */
function Offer({ shared: { photos, surplus }, isAllowed, isPending, onAdd, onDiscard }: OfferProps) {
  const t = useText();
  return (
    <Notice
      title={t('aiProfiles.wizard.shared.title', { count: photos.length })}
      action={
        <span className={styles.takenActs}>
          {isAllowed ? (
            <Button variant="primary" isPending={isPending} onPress={onAdd}>
              {t('aiProfiles.wizard.shared.add')}
            </Button>
          ) : null}
          <Button variant="quiet" isDisabled={isPending} onPress={onDiscard}>
            {t('aiProfiles.wizard.shared.discard')}
          </Button>
        </span>
      }
    >
      <span className={styles.shared}>
        {photos.slice(0, SHOWN).map((photo, place) => (
          <Picture key={place} photo={photo} />
        ))}
      </span>
      {isAllowed
        ? t('aiProfiles.wizard.shared.text')
        : t('aiProfiles.wizard.shared.beforeConsent', { count: photos.length })}
      {surplus > 0 ? ` ${t('aiProfiles.wizard.shared.surplus', { count: surplus })}` : null}
    </Notice>
  );
}

/** Offers the photos that were shared with the app; says so where they are lost. Without the consent they go with the wizard. */
export default function SharedPhotosNotice({
  isAllowed,
  onFiles,
}: {
  isAllowed: boolean;
  /** Resolves once they are taken: until then nothing else has them. */
  onFiles(files: File[]): Promise<void>;
}) {
  const t = useText();
  const shared = useSharedPhotos();
  const isAwaited = useIsAwaited();
  const [isMarked, clearMark] = useMark();
  const [isOver, setOver] = useState(false);
  const { isPending, run } = useOnce(() => null);
  const leave = useEffectEvent(() => {
    if (!isAllowed) forgetShared();
  });
  useEffect(() => () => leave(), []);
  const finish = () => {
    setOver(true);
    forgetShared();
    clearMark();
  };
  const isLost = isMarked && !isAwaited && !isOver;
  return (
    // The region stays, so that what comes into it is announced.
    <div role="status" className={styles.waiting} hidden={!shared && !isLost}>
      {shared ? (
        <Offer
          shared={shared}
          isAllowed={isAllowed}
          isPending={isPending}
          onAdd={() =>
            void run(async () => {
              await onFiles([...shared.photos]);
              finish();
            })
          }
          onDiscard={finish}
        />
      ) : isLost ? (
        <Notice
          title={t('aiProfiles.wizard.shared.lostTitle')}
          action={
            <Button variant="quiet" onPress={finish}>
              {t('aiProfiles.wizard.shared.close')}
            </Button>
          }
        >
          {t('aiProfiles.wizard.shared.lost')}
        </Notice>
      ) : null}
    </div>
  );
}
