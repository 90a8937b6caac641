import { useRef, useState } from 'react';
import { useRouter } from '~/lib/navigation';
import type { Generation } from './generations-data';
import styles from './portrait-grid.module.css';
import { useOrdered, type PortraitOrder } from './portrait-order';
import { PortraitTile } from './portrait-tile';
import { PortraitViewer } from './portrait-viewer';
import { useFavourites } from './use-favourites';

/** New links are fetched no more often than this, in milliseconds: a picture may be missing for another reason than its link's age. */
const NEW_LINKS_MS = 60_000;

/** The links of pictures live for an hour: one that cannot be loaded has new ones fetched. */
function useNewLinks(): () => void {
  const router = useRouter();
  const fetchedAt = useRef(-Infinity);
  return () => {
    const now = performance.now();
    if (now - fetchedAt.current < NEW_LINKS_MS) return;
    fetchedAt.current = now;
    void router.invalidate();
  };
}

/** The finished portraits, the first of them large; each opens over the whole window. */
export function PortraitGrid({ generation, order }: { generation: Generation; order: PortraitOrder }) {
  const [open, setOpen] = useState<string | null>(null);
  const { isFavourite, set } = useFavourites(generation.id);
  const portraits = useOrdered(generation.portraits, order);
  const onMissing = useNewLinks();
  const best = generation.portraits[0];
  return (
    <>
      <ul className={styles.grid}>
        {portraits.map((portrait, index) => (
          <PortraitTile
            key={portrait.id}
            portrait={portrait}
            number={index + 1}
            total={portraits.length}
            isBest={portrait.id === best?.id && portrait.likeness !== null}
            isFavourite={isFavourite(portrait)}
            onFavouriteChange={(favourite) => set(portrait.id, favourite)}
            onOpen={() => setOpen(portrait.id)}
            onMissing={onMissing}
          />
        ))}
      </ul>
      <PortraitViewer
        portraits={portraits}
        open={open}
        onClose={() => setOpen(null)}
        isFavourite={isFavourite}
        onFavouriteChange={set}
        onMissing={onMissing}
      />
    </>
  );
}
