import { useEffect, type ReactNode } from 'react';
import { text, useText } from '~/lib/i18n';
import { formatDay, formatNumber } from '~/lib/formats';
import { useLive, useLiveConnection, useConnected } from '~/lib/live';
import { notify } from '~/lib/messages';
import { AppLink, Outlet, useRouter } from '~/lib/navigation';
import { hasSession, isEndingSession, type Me, noteCredits, refreshSession, useMe } from '~/lib/session';
import { useDock, useTopEdge } from '~/ui';
import styles from './app-frame.module.css';
import { useChangesWhileLoading } from './changes-while-loading';
import { LaterAccountMenu } from './later-account-menu';
import { MessageLog } from './message-log';
import { OfflineLine } from './offline-line';

const PLACES = [
  { to: '/app', label: 'shell.nav.overview', exact: true },
  { to: '/app/profiles', label: 'shell.nav.profiles', exact: false },
  { to: '/app/styles', label: 'shell.nav.styles', exact: false },
  { to: '/app/settings', label: 'shell.nav.account', exact: false },
] as const;

function Places() {
  const t = useText();
  return (
    <nav aria-label={t('shell.nav.main')} className={styles.places}>
      {PLACES.map(({ to, label, exact }) => (
        <AppLink
          key={to}
          to={to}
          variant="plain"
          activeOptions={{ exact, includeSearch: false }}
          className={styles.place}
        >
          {t(label)}
        </AppLink>
      ))}
    </nav>
  );
}

/** «+240 am 3. Dez.»: when the running plan brings its next credits. */
function nextGrant({ nextGrant }: Me): string | null {
  if (!nextGrant) return null;
  return text('shell.credits.next', { credits: formatNumber(nextGrant.credits), date: formatDay(nextGrant.at) });
}

/** The true balance, large; below it when the next credits come. */
function Balance({ me }: { me: Me }) {
  const t = useText();
  const next = nextGrant(me);
  return (
    <p className={styles.balance}>
      <span className={styles.amount}>{formatNumber(me.credits)}</span>
      <span>{t('shell.credits.label', { count: me.credits })}</span>
      {next ? <span>{next}</span> : null}
    </p>
  );
}

function TopBar({ me }: { me: Me }) {
  const t = useText();
  const next = me.credits === 0 ? nextGrant(me) : null;
  const edge = useTopEdge<HTMLElement>();
  return (
    <header className={styles.top} ref={edge} data-screen-only>
      <AppLink to="/app" variant="plain" className={styles.brand}>
        {t('shell.brand')}
      </AppLink>
      <span className={styles.topEnd}>
        <span className={styles.badge}>
          {t('shell.credits.badge', { count: me.credits })}
          {next ? <span className={styles.badgeNext}>{next}</span> : null}
        </span>
        <LaterAccountMenu me={me} />
      </span>
    </header>
  );
}

/** Asks who is signed in whenever the tab comes back into view: another tab may have signed out, or spent credits. */
function useFreshSession(): void {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void refreshSession().catch(() => null);
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, []);
}

/**
 * Navigation, balance and account around the signed-in screens: a bar at the bottom of a phone, a column on a desktop.
 * `notice` has room of its own in it. `children` is what listens on every screen without showing anything.
 */
export function AppFrame({ notice, children }: { notice?: ReactNode; children?: ReactNode }) {
  const t = useText();
  const me = useMe();
  const router = useRouter();
  useLiveConnection();
  useConnected(() => {
    void refreshSession().catch(() => null);
    void router.invalidate();
  });
  useFreshSession();
  useChangesWhileLoading();
  const dock = useDock<HTMLDivElement>();
  useLive('credits.changed', ({ balance }) => noteCredits(balance));
  // Asking again answers 401, which leads to /auth; without a network the session stays as it is.
  useLive('session.ended', () => {
    const isOurs = isEndingSession() || !hasSession();
    void refreshSession().then(
      (now) =>
        now === null && !isOurs && notify({ title: t('shell.sessionEnded.title'), text: t('shell.sessionEnded.text') }),
      () => null,
    );
  });
  return (
    <div className={styles.frame}>
      <TopBar me={me} />
      <div className={styles.side} ref={dock} data-dock data-screen-only>
        <Places />
        {notice}
        <aside className={styles.account} data-screen-only aria-label={t('shell.credits.area')}>
          <Balance me={me} />
          <div className={styles.accountActions}>
            <LaterAccountMenu me={me} />
            <MessageLog />
          </div>
        </aside>
      </div>
      <main id="content" tabIndex={-1} className={styles.main}>
        <OfflineLine />
        <Outlet />
      </main>
      {children}
    </div>
  );
}
