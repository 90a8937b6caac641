import { useEffect, type ReactNode } from 'react';
import { useText } from '~/lib/i18n';
import { AppLink, AppLinkButton, Outlet, useRouterState } from '~/lib/navigation';
import { findSession, useSession } from '~/lib/session';
import { PlainButton } from '~/ui';
import { useSignOut } from './sign-out';
import { SiteFooter } from './site-footer';
import styles from './site-frame.module.css';
import { SiteHeader } from './site-header';

/** A way in keeps where it leads: to the order that was begun, say. */
const useTarget = (): { redirect?: string } => {
  const redirect = useRouterState({ select: ({ location }) => (location.search as { redirect?: string }).redirect });
  return redirect ? { redirect } : {};
};

/** The end of the bar: the ways in, or to the app and out. */
function Session() {
  const t = useText();
  const me = useSession();
  const signOut = useSignOut();
  const target = useTarget();
  return me ? (
    <>
      <AppLinkButton to="/app" data-keep>
        {t('shell.nav.dashboard')}
      </AppLinkButton>
      <PlainButton variant="quiet" onClick={() => void signOut()}>
        {t('shell.nav.signOut')}
      </PlainButton>
    </>
  ) : (
    <>
      <AppLink to="/auth" search={target} variant="plain">
        {t('shell.nav.signIn')}
      </AppLink>
      <AppLinkButton to="/auth" search={{ ...target, mode: 'register' }} variant="primary" data-keep>
        {t('shell.nav.start')}
      </AppLinkButton>
    </>
  );
}

/** The same in the menu of a phone, where the bar has room for one button only. */
function MenuSession() {
  const t = useText();
  const me = useSession();
  const signOut = useSignOut();
  const target = useTarget();
  return me ? (
    <PlainButton variant="quiet" onClick={() => void signOut()}>
      {t('shell.nav.signOut')}
    </PlainButton>
  ) : (
    <AppLink to="/auth" search={target} variant="plain">
      {t('shell.nav.signIn')}
    </AppLink>
  );
}

/** Header and footer around the screens that need no session; `children` instead of what the route shows. */
export function PublicFrame({ children }: { children?: ReactNode }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    void findSession();
  }, []);
  return (
    <div className={styles.frame}>
      <SiteHeader path={path} session={<Session />} menuSession={<MenuSession />} />
      <main id="content" tabIndex={-1} className={styles.main}>
        {children ?? <Outlet />}
      </main>
      <SiteFooter path={path} />
    </div>
  );
}
