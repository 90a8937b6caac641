import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { hasText, useText } from '~/lib/i18n';
import { usePastMessages } from '~/lib/messages';
import { useRouterState } from '~/lib/navigation';

/** After the first screen has settled, in milliseconds. */
const PREPARE_AFTER = 2_000;

/**
 * The messages are loaded after the first screen: most visits begin without one, and the first message may be that there is no network.
 * A failure to load takes nothing else away; the next message, or the network's return, tries again.
 */
function Messages() {
  const [Area, setArea] = useState<ComponentType | null>(null);
  const count = usePastMessages().length;
  useEffect(() => {
    if (Area) return;
    const load = () => void import('./message-area').then((loaded) => setArea(() => loaded.default)).catch(() => null);
    const timer = setTimeout(load, count > 0 ? 0 : PREPARE_AFTER);
    window.addEventListener('online', load);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', load);
    };
  }, [Area, count]);
  return Area ? <Area /> : null;
}

/** Shows the title of the innermost route that has one: «Preise | Bildnis»; its text may still be on its way. */
function usePageTitle(): void {
  const t = useText();
  const key = useRouterState({
    select: ({ matches }) => {
      const match = matches.findLast(({ staticData }) => staticData.title);
      const title = match?.staticData.title;
      return typeof title === 'function' ? title(match!.search) : title;
    },
  });
  useEffect(() => {
    document.title = key && hasText(key) ? t('shell.title', { title: t(key) }) : t('shell.brand');
  }, [key, t]);
}

/** After going somewhere else the focus starts at the top of the new content, so that keyboards and screen readers follow. */
function useFocusFollowsPath(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== path)
      document.getElementById('content')?.focus({ preventScroll: true });
    previous.current = path;
  }, [path]);
}

/** What stands around every page: its title, where the focus goes, and the messages. The way past the navigation is the document's own. */
export function RootFrame({ children }: { children: ReactNode }) {
  usePageTitle();
  useFocusFollowsPath();
  return (
    <>
      {children}
      <Messages />
    </>
  );
}
