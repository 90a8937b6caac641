import { useEffect, useState } from 'react';
import { MessageLog, useSignOut } from '~/features/shell';
import { ProofProvider } from '~/features/acts';
import { useText } from '~/lib/i18n';
import { useConnected, useLive, useLiveConnection } from '~/lib/live';
import { AppLink, Outlet, useRouter, useRouterState } from '~/lib/navigation';
import { refreshSession } from '~/lib/session';
import { Button, Icon, IconButton, useDock, useTopEdge, type IconName } from '~/ui';
import styles from './admin-frame.module.css';
import { isSidebarFolded, rememberSidebar } from './sidebar-state';

const PLACES = [
  { to: '/admin', label: 'admin.nav.dashboard', icon: 'home', exact: true },
  { to: '/admin/users', label: 'admin.nav.users', icon: 'user', exact: false },
  { to: '/admin/styles', label: 'admin.nav.styles', icon: 'grid', exact: false },
  { to: '/admin/credit-packs', label: 'admin.nav.packs', icon: 'profile-card', exact: false },
  { to: '/admin/examples', label: 'admin.nav.examples', icon: 'photo', exact: false },
  { to: '/admin/cases', label: 'admin.nav.cases', icon: 'bell', exact: false },
  { to: '/admin/judgements', label: 'admin.nav.judgements', icon: 'heart', exact: false },
  { to: '/admin/announcements', label: 'admin.nav.announcements', icon: 'info', exact: false },
  { to: '/admin/operations', label: 'admin.nav.operations', icon: 'pulse', exact: false },
  { to: '/admin/queues', label: 'admin.nav.queues', icon: 'sort', exact: false },
  { to: '/admin/retention', label: 'admin.nav.retention', icon: 'trash', exact: false },
  { to: '/admin/audit', label: 'admin.nav.audit', icon: 'document', exact: false },
] as const satisfies readonly { icon: IconName; [key: string]: unknown }[];

/** Folds with a button or Ctrl/Cmd + B, as long as nobody is typing, and remembers it. */
function useFolding(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setFolded] = useState(isSidebarFolded);
  const toggle = () => {
    setFolded(!isFolded);
    rememberSidebar(!isFolded);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  return [isFolded, toggle];
}

function Places({ isOpen }: { isOpen: boolean }) {
  const t = useText();
  return (
    <nav id="admin-places" aria-label={t('admin.title')} className={styles.places} data-open={isOpen || undefined}>
      {PLACES.map(({ to, label, icon, exact }) => (
        <AppLink
          key={to}
          to={to}
          variant="plain"
          activeOptions={{ exact, includeSearch: false }}
          className={styles.place}
        >
          <Icon name={icon} />
          <span className={styles.name}>{t(label)}</span>
        </AppLink>
      ))}
      <AppLink to="/app" variant="plain" className={styles.place}>
        <Icon name="arrow-left" />
        <span className={styles.name}>{t('admin.nav.app')}</span>
      </AppLink>
    </nav>
  );
}

/** The admin area: its places at the side, which fold away, and behind a button on a phone. */
export function AdminFrame() {
  const t = useText();
  const router = useRouter();
  const signOut = useSignOut();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [isFolded, toggle] = useFolding();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === path;
  const dock = useDock<HTMLDivElement>();
  const top = useTopEdge<HTMLElement>();
  useLiveConnection();
  // The role may have been taken away: the gate is asked again.
  useLive('account.changed', () => void router.invalidate());
  useLive('session.ended', () => void refreshSession().catch(() => null));
  // What happened before the connection stood, or while it was lost, nobody told.
  useConnected(
    () =>
      void refreshSession()
        .then((me) => (me?.role === 'admin' ? undefined : router.invalidate()))
        .catch(() => null),
  );
  return (
    <ProofProvider>
      <div className={styles.frame} data-folded={isFolded || undefined}>
        <header className={styles.top} ref={top}>
          <AppLink to="/admin" variant="plain" className={styles.brand}>
            {t('admin.title')}
          </AppLink>
          <span className={styles.topEnd}>
            <MessageLog />
            <Button variant="quiet" onPress={() => void signOut()}>
              {t('shell.nav.signOut')}
            </Button>
            <span className={styles.menu}>
              <IconButton
                icon={isOpen ? 'close' : 'menu'}
                label={t('admin.nav.menu')}
                aria-expanded={isOpen}
                aria-controls="admin-places"
                onPress={() => setOpenAt(isOpen ? null : path)}
              />
            </span>
          </span>
        </header>
        <div className={styles.side} ref={dock} data-dock>
          <span className={styles.fold}>
            <IconButton
              icon={isFolded ? 'arrow-right' : 'arrow-left'}
              label={t(isFolded ? 'admin.nav.unfold' : 'admin.nav.fold')}
              aria-expanded={!isFolded}
              aria-controls="admin-places"
              aria-keyshortcuts="Control+B Meta+B"
              onPress={toggle}
            />
          </span>
          <Places isOpen={isOpen} />
        </div>
        <main id="content" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
    </ProofProvider>
  );
}
