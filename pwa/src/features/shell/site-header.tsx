import type { ReactNode } from 'react';
import { useText } from '~/lib/i18n';
import { TextLink } from '~/ui/text-link';
import styles from './site-frame.module.css';

export interface SiteHeaderProps {
  /** At the end: the way in, or the way to the app and out. */
  session: ReactNode;
  /** The same in the menu of small screens, as entries of a list. */
  menuSession?: ReactNode;
}

/** The places of the bar, in their order. */
function Places() {
  const t = useText();
  return (
    <>
      <TextLink href="/styles" look="plain">
        {t('shell.nav.styles')}
      </TextLink>
      <TextLink href="/pricing" look="plain">
        {t('shell.nav.pricing')}
      </TextLink>
      <TextLink href="/#faq" look="plain">
        {t('site.nav.faq')}
      </TextLink>
    </>
  );
}

/** The bar over the public pages. Its places are documents of their own; it works without scripts. */
export function SiteHeader({ session, menuSession }: SiteHeaderProps) {
  const t = useText();
  return (
    <header className={styles.header}>
      <TextLink href="/" look="plain" className={styles.brand}>
        {t('shell.brand')}
      </TextLink>
      <div className={styles.bar}>
        <nav aria-label={t('shell.nav.main')} className={styles.places}>
          <Places />
        </nav>
        <div className={styles.session}>{session}</div>
        <details className={styles.menu} data-menu>
          <summary className={styles.menuButton}>{t('site.nav.menu')}</summary>
          <nav aria-label={t('site.nav.menu')} className={styles.menuList}>
            <Places />
            {menuSession}
          </nav>
        </details>
      </div>
    </header>
  );
}
