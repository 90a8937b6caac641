import type { CSSProperties } from 'react';
import { useText } from '~/lib/i18n';
import { Dialog, IconToggle } from '~/ui';
import styles from './compare-portraits.module.css';
import { useFavourites } from './favourites';
import type { Portrait } from './generations-data';
import { largePreview } from './portrait-pictures';
import { atSameEyeLine, type Placed } from './same-eye-line';

const percent = (share: number): string => `${share * 100}%`;

const styleOf = ({ scale, x, y }: Placed): CSSProperties => ({
  width: percent(scale),
  height: percent(scale),
  left: percent(x),
  top: percent(y),
});

export interface ComparePortraitsProps {
  /** Two of them, and the numbers by which the screen calls them. */
  portraits: readonly { portrait: Portrait; number: number }[];
  onClose(): void;
}

/** Two portraits side by side, their eyes on one line and their faces of one size. */
export function ComparePortraits({ portraits, onClose }: ComparePortraitsProps) {
  const favourites = useFavourites();
  const t = useText();
  const placed = atSameEyeLine(portraits.map(({ portrait }) => portrait.face));
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('generations.compare.title')}
      closeLabel={t('generations.compare.close')}
    >
      <ul className={styles.pair}>
        {portraits.map(({ portrait, number }, index) => {
          const place = placed?.[index];
          return (
            <li key={portrait.id}>
              <div className={styles.frame}>
                <img
                  src={largePreview(portrait)}
                  alt={t('generations.compare.portrait', { number })}
                  className={styles.picture}
                  style={place ? styleOf(place) : undefined}
                  draggable={false}
                />
              </div>
              <IconToggle
                icon="heart"
                selectedIcon="heart-filled"
                label={t('generations.favourite.of', { number })}
                isSelected={favourites.isFavourite(portrait)}
                onChange={(favourite) => favourites.set(portrait.id, favourite)}
              />
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
