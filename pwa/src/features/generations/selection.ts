import { startTransition, useCallback, useState } from 'react';
import type { Portrait } from './generations-data';

/** Portraits that are picked out of those on the screen, to do something with them together. */
export interface Selection {
  isOn: boolean;
  /** Whether it was on before: the way in takes the focus back. */
  wasOn: boolean;
  chosen: readonly Portrait[];
  has(id: string): boolean;
  toggle(id: string): void;
  begin(): void;
  end(): void;
}

/** What has gone from the screen is chosen no more. */
export function useSelection(portraits: readonly Portrait[]): Selection {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const [wasOn, setWasOn] = useState(false);
  const toggle = useCallback(
    (id: string) =>
      setIds((before) => (before?.includes(id) ? before.filter((other) => other !== id) : [...(before ?? []), id])),
    [],
  );
  return {
    isOn: ids !== null,
    wasOn,
    chosen: (ids ?? []).flatMap((id) => portraits.find((portrait) => portrait.id === id) ?? []),
    has: (id) => ids?.includes(id) ?? false,
    toggle,
    // Every tile changes: the press is answered before.
    begin: () => startTransition(() => setIds([])),
    end: () => {
      setIds(null);
      setWasOn(true);
    },
  };
}
