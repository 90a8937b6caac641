import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Section } from '~/ui';
import styles from './tiles.module.css';

const TILES = [
  { to: '/app/profiles', name: 'profiles' },
  { to: '/app/styles', name: 'styles' },
  { to: '/app', hash: 'abo', name: 'billing' },
] as const;

/** Three ways on: the profiles, the styles, and down to the subscription. */
export function Tiles() {
  const t = useText();
  return (
    <Section title={t('dashboard.tiles.title')}>
      <ul className={styles.tiles}>
        {TILES.map(({ name, ...target }) => (
          <li key={name} className={styles.tile}>
            <AppLink {...target} className={styles.link}>
              <span className={styles.name}>{t(`dashboard.tiles.${name}`)}</span>
              <span className={styles.text}>{t(`dashboard.tiles.${name}Text`)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
