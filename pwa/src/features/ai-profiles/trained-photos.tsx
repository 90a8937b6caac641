import { useRef, type ReactNode } from 'react';
import { useIsOnline } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { Button, Notice, Picture, Row, Rows, Toggle, VisuallyHidden } from '~/ui';
import type { AiProfile, TrainedPhoto } from './profiles-data';
import styles from './trained-photos.module.css';
import { wordsOf } from './unused-photos';
import { useTrainedPhotos } from './use-trained-photos';

/** Portraits of fewer photos look alike. */
const FEW = 3;

interface TileProps {
  photo: TrainedPhoto;
  /** What there is to say of it. */
  note: string | null;
  children: ReactNode;
}

function Tile({ photo, note, children }: TileProps) {
  const t = useText();
  return (
    <li className={styles.tile} data-excluded={photo.choice === 'exclude' || undefined}>
      <Picture src={photo.pictureUrl} alt="" />
      <p className={styles.name}>{t('aiProfiles.photos.photo', { number: photo.number })}</p>
      {note ? <p className={styles.note}>{note}</p> : null}
      <div className={styles.acts}>{children}</div>
    </li>
  );
}

/** Photos of which nothing is kept: their numbers, by reason. */
function Unused({ photos }: { photos: readonly TrainedPhoto[] }) {
  const t = useText();
  const reasons = [...new Set(photos.map(({ reason }) => reason))];
  return (
    <Rows label={t('aiProfiles.photos.unused')}>
      {reasons.map((reason) => {
        const numbers = photos.filter((photo) => photo.reason === reason).map(({ number }) => number);
        return (
          <Row
            key={reason}
            title={t('aiProfiles.photos.photos', {
              count: numbers.length,
              numbers: numbers.toSorted((a, b) => a - b).join(', '),
            })}
            detail={wordsOf(reason, t)}
          />
        );
      })}
    </Rows>
  );
}

/** Which photos portraits are made of, which not and why; each of the first can be preferred or excluded. */
export default function TrainedPhotos({ profile }: { profile: AiProfile }) {
  const t = useText();
  const isOnline = useIsOnline();
  const part = useRef<HTMLElement>(null);
  const { taken, excluded, unused, news, choose } = useTrainedPhotos(profile);
  const named = (act: string, { number }: TrainedPhoto): string =>
    `${act}: ${t('aiProfiles.photos.photo', { number })}`;

  /** The tile moves to the other group: the focus goes to the one that takes its place, or to what is left. */
  function move(photo: TrainedPhoto, choice: 'exclude' | 'auto', place: number): void {
    choose(photo, choice);
    requestAnimationFrame(() => {
      const list = (name: string) => part.current?.querySelectorAll<HTMLElement>(`[data-act="${name}"]`) ?? [];
      const [own, other] =
        choice === 'exclude' ? [list('exclude'), list('include')] : [list('include'), list('exclude')];
      (own[Math.min(place, own.length - 1)] ?? other[other.length - 1])?.focus();
    });
  }

  return (
    <section ref={part} className={styles.part} aria-label={t('aiProfiles.photos.title')}>
      <p className={styles.lead}>{t('aiProfiles.photos.lead')}</p>
      {isOnline ? null : <Notice>{t('aiProfiles.photos.offline')}</Notice>}
      <h2 className={styles.heading}>{t('aiProfiles.photos.used')}</h2>
      {taken.length < FEW ? (
        <Notice tone="caution">{t('aiProfiles.photos.few', { count: taken.length })}</Notice>
      ) : null}
      <ul className={styles.photos} aria-label={t('aiProfiles.photos.used')}>
        {taken.map((photo, place) => (
          <Tile
            key={photo.id}
            photo={photo}
            note={photo.reason ? t('aiProfiles.photos.reserve', { reason: wordsOf(photo.reason, t) }) : null}
          >
            <Toggle
              isSelected={photo.choice === 'prefer'}
              onChange={(isPreferred) => choose(photo, isPreferred ? 'prefer' : 'auto')}
              isDisabled={!isOnline}
              aria-label={named(t('aiProfiles.photos.prefer'), photo)}
            >
              {t('aiProfiles.photos.prefer')}
            </Toggle>
            {taken.length > 1 ? (
              <Button
                variant="quiet"
                data-act="exclude"
                onPress={() => move(photo, 'exclude', place)}
                isDisabled={!isOnline}
                aria-label={named(t('aiProfiles.photos.exclude'), photo)}
              >
                {t('aiProfiles.photos.exclude')}
              </Button>
            ) : (
              <p className={styles.note}>{t('aiProfiles.photos.last')}</p>
            )}
          </Tile>
        ))}
      </ul>
      {excluded.length + unused.length > 0 ? <h2 className={styles.heading}>{t('aiProfiles.photos.unused')}</h2> : null}
      {excluded.length > 0 ? (
        <ul className={styles.photos} aria-label={t('aiProfiles.photos.excludedList')}>
          {excluded.map((photo, place) => (
            <Tile key={photo.id} photo={photo} note={t('aiProfiles.photos.excluded')}>
              <Button
                variant="quiet"
                data-act="include"
                onPress={() => move(photo, 'auto', place)}
                isDisabled={!isOnline}
                aria-label={named(t('aiProfiles.photos.include'), photo)}
              >
                {t('aiProfiles.photos.include')}
              </Button>
            </Tile>
          ))}
        </ul>
      ) : null}
      {unused.length > 0 ? <Unused photos={unused} /> : null}
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
    </section>
  );
}
