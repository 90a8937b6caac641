import { useText } from '~/lib/i18n';
import { Notice, Segmented } from '~/ui';
import type { Retouch, Wish } from './look';
import styles from './refine.module.css';
import type { Made } from './use-made';

export interface PersonPanelProps {
  wish: Wish;
  onChange(wish: Wish): void;
  made: Made | 'failed' | null;
}

const OWN = 'own';

/** How much is retouched, and of which of the own photos it is made. */
export function PersonPanel({ wish, onChange, made }: PersonPanelProps) {
  const t = useText();
  if (!made) return <p className={styles.hint}>{t('generations.refine.looking')}</p>;
  if (made === 'failed') return <Notice tone="bad">{t('generations.refine.notFound')}</Notice>;
  const { retouch, offersRetouch, photos } = made;
  if (!offersRetouch && photos.length < 2) return <p className={styles.hint}>{t('generations.refine.nothingElse')}</p>;
  return (
    <div className={styles.panel}>
      {offersRetouch ? (
        <Segmented
          label={t('generations.refine.retouch.label')}
          value={wish.retouch ?? retouch}
          onChange={(value: Retouch) => onChange({ ...wish, retouch: value === retouch ? null : value })}
          options={(['none', 'subtle', 'more'] as const).map((value) => ({
            value,
            label: t(`generations.refine.retouch.${value}`),
          }))}
        />
      ) : null}
      {photos.length > 1 ? (
        <Segmented
          label={t('generations.refine.photo.label')}
          value={wish.photoId ?? OWN}
          onChange={(value) => onChange({ ...wish, photoId: value === OWN ? null : value })}
          options={[
            { value: OWN, label: t('generations.refine.photo.own') },
            ...photos.map(({ id, number, pictureUrl }) => ({
              value: id,
              label: (
                <img
                  src={pictureUrl ?? undefined}
                  alt={t('generations.refine.photo.of', { number })}
                  className={styles.photo}
                />
              ),
            })),
          ]}
          description={t('generations.refine.photo.text')}
        />
      ) : null}
    </div>
  );
}
