import { later } from '~/lib/later';
import { Skeleton } from '~/ui';
import styles from './wizard-screen.module.css';

/** Comes once the consents stand: before that no photo can be chosen, and it weighs as much as all the rest of the screen. */
export const PhotoPart = later(
  () => import('./photo-part'),
  () => (
    <div className={styles.photos} aria-busy="true">
      {[1, 2, 3].map((tile) => (
        <Skeleton key={tile} shape="portrait" />
      ))}
    </div>
  ),
);
