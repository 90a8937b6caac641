import { useEffect, type ReactNode } from 'react';
import { useText } from '~/lib/i18n';
import { AppLink, AppLinkButton, Outlet } from '~/lib/navigation';
import { ensureSession, useSession } from '~/lib/session';
import { PlainButton } from '~/ui';
import styles from './public-frame.module.css';
import { useSignOut } from './sign-out';

function Header() {
  const t = useText();
  const me = useSession();
  const signOut = useSignOut();
  useEffect(() => {
    // A visitor without a network sees the page as a visitor.
    ensureSession().catch(() => undefined);
  }, []);
  return (
    <header className={styles.header}>
      <AppLink to="/" look="plain" className={styles.brand}>
        {t('shell.brand')}
      </AppLink>
      <nav aria-label={t('shell.nav.main')} className={styles.nav}>
        <AppLink to="/styles" look="plain" className={styles.wideOnly}>
          {t('shell.nav.styles')}
        </AppLink>
        <AppLink to="/pricing" look="plain" className={styles.wideOnly}>
          {t('shell.nav.pricing')}
        </AppLink>
        {me ? (
          <>
            <AppLinkButton to="/app">{t('shell.nav.dashboard')}</AppLinkButton>
            <PlainButton look="quiet" onClick={() => void signOut()}>
              {t('shell.nav.signOut')}
            </PlainButton>
          </>
        ) : (
          <>
            <AppLink to="/auth" look="plain">
              {t('shell.nav.signIn')}
            </AppLink>
            <AppLinkButton to="/auth" search={{ mode: 'register' }} look="primary" className={styles.start}>
              {t('shell.nav.start')}
            </AppLinkButton>
          </>
        )}
      </nav>
    </header>
  );
}

function Footer() {
  const t = useText();
  return (
    <footer className={styles.footer}>
      <p>
        {t('shell.brand')} · {t('shell.footer.note')}
      </p>
      <nav aria-label={t('shell.footer.label')} className={styles.footerLinks}>
        <AppLink to="/styles" look="plain">
          {t('shell.nav.styles')}
        </AppLink>
        <AppLink to="/pricing" look="plain">
          {t('shell.nav.pricing')}
        </AppLink>
        <AppLink to="/kuendigen" look="plain">
          {t('shell.footer.cancel')}
        </AppLink>
        <AppLink to="/vertrag-widerrufen" look="plain">
          {t('shell.footer.withdraw')}
        </AppLink>
        <AppLink to="/bild-pruefen" look="plain">
          {t('shell.footer.imageCheck')}
        </AppLink>
      </nav>
    </footer>
  );
}

/** Header and footer around the pages that need no session; `children` instead of what the route shows. */
export function PublicFrame({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.frame}>
      <Header />
      <main id="content" tabIndex={-1} className={styles.main}>
        {children ?? <Outlet />}
      </main>
      <Footer />
    </div>
  );
}
