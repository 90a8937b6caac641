import { startTransition, useCallback, useRef, useState } from 'react';
import { useRouter } from '~/lib/navigation';
import { useFavourites } from './favourites';
import type { Portrait } from './generations-data';
import styles from './portrait-grid.module.css';
import { PortraitTile } from './portrait-tile';
import { PortraitViewer } from './portrait-viewer';
import type { Selection } from './selection';

/** New links are fetched no more often than this, in milliseconds: a picture may be missing for another reason than its link's age. */
const NEW_LINKS_MS = 60_000;

/** The links of pictures live for an hour: one that cannot be loaded has new ones fetched. */
function useNewLinks(): () => void {
  const router = useRouter();
  const fetchedAt = useRef(-Infinity);
  return useCallback(() => {
    const now = performance.now();
    if (now - fetchedAt.current < NEW_LINKS_MS) return;
    fetchedAt.current = now;
    void router.invalidate();
  }, [router]);
}

export interface PortraitGridProps {
  /** In the order in which they are shown. */
  portraits: readonly Portrait[];
  /** The most alike of all, where faces were compared. */
  bestId?: string | undefined;
  selection: Selection;
  /** Asks before it deletes. */
  onDelete(portraits: readonly Portrait[]): void;
}

/** Finished portraits, the first of them large; each opens over the whole window, or is chosen while some are being picked out. */
export function PortraitGrid({ portraits, bestId, selection, onDelete }: PortraitGridProps) {
  const [open, setOpen] = useState<string | null>(null);
  const { isFavourite, set: onFavouriteChange } = useFavourites();
  // The viewer is large: the press is answered before it is drawn or taken away.
  const show = useCallback((id: string) => startTransition(() => setOpen(id)), []);
  const onMissing = useNewLinks();
  return (
    <>
      <ul className={styles.grid}>
        {portraits.map((portrait, index) => (
          <PortraitTile
            key={portrait.id}
            portrait={portrait}
            number={index + 1}
            total={portraits.length}
            isBest={portrait.id === bestId}
            isFavourite={isFavourite(portrait)}
            onFavouriteChange={onFavouriteChange}
            isChosen={selection.isOn ? selection.has(portrait.id) : null}
            onPress={selection.isOn ? selection.toggle : show}
            onMissing={onMissing}
          />
        ))}
      </ul>
      <PortraitViewer
        portraits={portraits}
        open={open}
        onClose={() => startTransition(() => setOpen(null))}
        onMissing={onMissing}
        onDelete={(portrait) => onDelete([portrait])}
      />
    </>
  );
}
