import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useText } from '~/lib/i18n';
import { usePastMessages } from '~/lib/messages';
import { useRouterState } from '~/lib/navigation';
import styles from './root-frame.module.css';

// Loaded with the first message: most visits begin without one.
const MessageArea = lazy(() => import('./message-area'));

function Messages() {
  const isNeeded = usePastMessages().length > 0;
  return <Suspense>{isNeeded ? <MessageArea /> : null}</Suspense>;
}

/** Shows the title of the innermost route that has one: «Preise – Bildnis». */
function usePageTitle(): void {
  const t = useText();
  const key = useRouterState({ select: ({ matches }) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title });
  useEffect(() => {
    document.title = key ? t('shell.title', { title: t(key) }) : t('shell.brand');
  }, [key, t]);
}

/** After going somewhere else the focus starts at the top of the new content, so that keyboards and screen readers follow. */
function useFocusFollowsPath(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== path) document.getElementById('content')?.focus({ preventScroll: true });
    previous.current = path;
  }, [path]);
}

/** What stands around every page: the way past the navigation, and the messages. */
export function RootFrame({ children }: { children: ReactNode }) {
  const t = useText();
  usePageTitle();
  useFocusFollowsPath();
  return (
    <>
      <a href="#content" className={styles.skip}>
        {t('shell.skip')}
      </a>
      {children}
      <Messages />
    </>
  );
}
