import { memo, useState } from 'react';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { Button, CornerToggle, Icon, Picture, PlainButton } from '~/ui';
import type { Portrait } from './generations-data';
import styles from './portrait-grid.module.css';
import { largePreview, previewSet } from './portrait-pictures';
import { useDownload } from './use-download';

/** How wide the first tile is: as the others, on a phone all of the grid. For the others the small preview is enough on every screen. */
const FIRST_SIZES = '(min-width: 768px) min(17rem, 21vw), calc(100vw - 2.5rem)';
/** Width of portraits whose photo is large enough. */
const FULL_WIDTH = facts.portraitFormats.find(({ key }) => key === 'square')!.width;
/** Tiles that are seen without scrolling, on most screens. */
const FIRST_SEEN = 3;

export interface PortraitTileProps {
  portrait: Portrait;
  number: number;
  total: number;
  /** The most alike of all. */
  isBest: boolean;
  isFavourite: boolean;
  onFavouriteChange(id: string, favourite: boolean): void;
  /** Whether it is chosen; null while none are picked out. */
  isChosen: boolean | null;
  onPress(id: string): void;
  onMissing(): void;
}

/** A portrait in the grid. Drawn anew only where something of it has changed: one heart does not cost eight tiles. */
export const PortraitTile = memo(function PortraitTile({
  portrait,
  number,
  total,
  isBest,
  isFavourite,
  onFavouriteChange,
  isChosen,
  onPress,
  onMissing,
}: PortraitTileProps) {
  const t = useText();
  const { isPending, save } = useDownload();
  const isFirst = number === 1;
  const [missing, setMissing] = useState<string | null>(null);
  const isPicking = isChosen !== null;
  const name = t(isPicking ? 'generations.selection.of' : 'generations.fullscreenOf', { number });
  return (
    <li className={styles.tile} data-first={isFirst || undefined}>
      <div className={styles.frame}>
        <button
          type="button"
          className={styles.open}
          data-picking={isPicking || undefined}
          aria-pressed={isChosen ?? undefined}
          onClick={() => onPress(portrait.id)}
          aria-label={missing === portrait.previewUrl ? `${t('generations.missing')} ${name}` : name}
        >
          <Picture
            src={isFirst ? largePreview(portrait) : portrait.previewUrl}
            srcSet={isFirst ? previewSet(portrait) : undefined}
            sizes={isFirst ? FIRST_SIZES : undefined}
            alt={t('generations.portrait', { number, total })}
            placeholder={t('generations.missing')}
            eager={number <= FIRST_SEEN}
            onMissing={() => {
              setMissing(portrait.previewUrl);
              onMissing();
            }}
          />
          {isPicking ? (
            <span className={styles.mark} data-chosen={isChosen || undefined}>
              {isChosen ? <Icon name="check" size="small" /> : null}
            </span>
          ) : null}
        </button>
        <CornerToggle
          icon="heart"
          selectedIcon="heart-filled"
          label={t('generations.favourite.of', { number })}
          isSelected={isFavourite}
          onChange={(favourite) => onFavouriteChange(portrait.id, favourite)}
          isHidden={isPicking}
        />
        <div className={styles.actions} hidden={isPicking}>
          <Button
            variant="quiet"
            isPending={isPending}
            onPress={() => void save(portrait.downloadUrl, `portrait-${number}.jpg`)}
            aria-label={t('generations.downloadOf', { number })}
          >
            {t('generations.download')}
          </Button>
          {/* For the pointer only: the picture itself is the button that keyboards and screen readers meet. */}
          <PlainButton variant="quiet" aria-hidden="true" tabIndex={-1} onClick={() => onPress(portrait.id)}>
            {t('generations.fullscreen')}
          </PlainButton>
        </div>
      </div>
      <div className={styles.below}>
        {isBest ? <p className={styles.caption}>{t('generations.best')}</p> : null}
        {portrait.width < FULL_WIDTH ? (
          <p className={styles.caption}>
            {t('generations.smallPhoto', { width: portrait.width, height: portrait.height })}
          </p>
        ) : null}
      </div>
    </li>
  );
});
