import { useText } from '~/lib/i18n';
import { Icon, ICON_PATHS, type IconName } from '~/ui';
import styles from './icon-sheet.module.css';

const NAMES = Object.keys(ICON_PATHS) as IconName[];

/** Every icon in both sizes. */
export function IconSheet() {
  const t = useText();
  return (
    <ul className={styles.sheet} aria-label={t('design.section.icons')}>
      {NAMES.map((name) => (
        <li key={name} className={styles.icon}>
          <span className={styles.sizes}>
            <Icon name={name} />
            <Icon name={name} size="small" />
          </span>
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ul>
  );
}
