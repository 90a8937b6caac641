import { useEffect, useRef } from 'react';
import { ProofProvider } from '~/features/acts';
import { useText } from '~/lib/i18n';
import { useLive, usePollingFallback } from '~/lib/live';
import { AppLink, Outlet, useRouter, useRouterState } from '~/lib/navigation';
import { refreshSession } from '~/lib/session';
import styles from './settings-frame.module.css';

const PAGES = [
  { to: '/app/settings', label: 'settings.nav.account' },
  { to: '/app/settings/sicherheit', label: 'settings.nav.security' },
  { to: '/app/settings/abrechnung', label: 'settings.nav.billing' },
  { to: '/app/settings/daten', label: 'settings.nav.data' },
  { to: '/app/settings/api', label: 'settings.nav.api' },
  { to: '/app/settings/webhooks', label: 'settings.nav.webhooks' },
] as const;

/** The way back, the ways between the pages of the account, and the dialog that asks for a proof of identity. */
export function SettingsFrame() {
  const t = useText();
  const router = useRouter();
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // On a phone the line is longer than the screen.
  useEffect(() => {
    const here = path ? nav.current?.querySelector('[aria-current=page]') : null;
    here?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' });
  }, [path]);
  const refresh = () => {
    void refreshSession().catch(() => null);
    void router.invalidate();
  };
  useLive('account.changed', refresh);
  usePollingFallback(true, refresh);
  return (
    <ProofProvider>
      <AppLink to="/app" variant="plain" className={styles.back}>
        <svg aria-hidden="true" viewBox="0 0 16 16" className={styles.arrow}>
          <path d="M10 3L5 8l5 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
        {t('settings.nav.back')}
      </AppLink>
      <nav ref={nav} aria-label={t('settings.nav.label')} className={styles.nav}>
        {PAGES.map(({ to, label }) => (
          <AppLink
            key={to}
            to={to}
            variant="plain"
            activeOptions={{ exact: to === '/app/settings', includeSearch: false }}
            className={styles.link}
          >
            {t(label)}
          </AppLink>
        ))}
      </nav>
      <Outlet />
    </ProofProvider>
  );
}
