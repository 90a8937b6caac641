import type { ReactNode } from 'react';
import { useText, type TextKey } from '~/lib/i18n';
import { TextLink } from '~/ui/text-link';
import styles from './site-frame.module.css';

const PLACES: readonly (readonly [label: TextKey, href: string])[] = [
  ['shell.nav.styles', '/styles'],
  ['shell.nav.pricing', '/pricing'],
  ['site.nav.faq', '/#faq'],
];

export interface SiteHeaderProps {
  /** Of the page itself, which is marked where it is one of the places. */
  path?: string;
  /** At the end: the way in, or the way to the app and out. */
  session: ReactNode;
  /** The same in the menu of small screens, as entries of a list. */
  menuSession?: ReactNode;
}

/** The places of the bar, in their order. */
function Places({ path }: { path?: string }) {
  const t = useText();
  return PLACES.map(([label, href]) => (
    <TextLink key={href} href={href} variant="plain" aria-current={href === path ? 'page' : undefined}>
      {t(label)}
    </TextLink>
  ));
}

/** The bar over the public pages. Its places are documents of their own; it works without scripts. */
export function SiteHeader({ path, session, menuSession }: SiteHeaderProps) {
  const t = useText();
  return (
    <header className={styles.header}>
      <TextLink href="/" variant="plain" className={styles.brand}>
        {t('shell.brand')}
      </TextLink>
      <div className={styles.bar} data-screen-only>
        <nav aria-label={t('shell.nav.main')} className={styles.places}>
          <Places path={path} />
        </nav>
        <div className={styles.session}>{session}</div>
        <details className={styles.menu} data-menu>
          <summary className={styles.menuButton}>
            <span data-when="closed">{t('site.nav.menu')}</span>
            <span data-when="open">{t('site.message.close')}</span>
          </summary>
          <nav aria-label={t('site.nav.menu')} className={styles.menuList}>
            <Places path={path} />
            {menuSession}
          </nav>
        </details>
      </div>
    </header>
  );
}
