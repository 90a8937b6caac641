import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { onReturn } from '~/lib/api';

/**
 * A part of a screen that is fetched when it is first shown. Until it is there, and where it cannot be had, its place shows
 * `fallback`; it is asked for again when the server can be reached. Unlike `React.lazy` a missing network breaks nothing.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: (props: Props) => ReactNode,
): ComponentType<Props> & { load(): Promise<void> } {
  let loaded: ComponentType<Props> | null = null;
  function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    useEffect(() => {
      if (Part) return;
      let isOver = false;
      const fetchIt = () =>
        void load().then(
          ({ default: found }) => {
            loaded = found;
            if (!isOver) setPart(() => found);
          },
          () => undefined,
        );
      fetchIt();
      const stop = onReturn(fetchIt);
      return () => {
        isOver = true;
        stop();
      };
    }, [Part]);
    if (Part) return <Part {...props} />;
    return fallback ? fallback(props) : null;
  }
  /** Fetches it ahead: once this has resolved it is shown at once. */
  Later.load = async () => {
    ({ default: loaded } = await load());
  };
  return Later;
}
