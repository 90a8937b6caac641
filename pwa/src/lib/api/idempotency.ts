import { useRef } from 'react';

/** A new key for one act. `crypto.randomUUID` exists on secure origins only, so the bytes are drawn directly. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The key of the act a screen is about: the same for the same words, so that double clicks and retries have one effect. Another one once
 * the words differ, or the act is done.
 */
export function useActKey(): { for(words: unknown): string; renew(): void } {
  const key = useRef<string | null>(null);
  const said = useRef('');
  return {
    for: (words) => {
      const now = JSON.stringify(words);
      if (said.current !== now) key.current = null;
      said.current = now;
      return (key.current ??= newKey());
    },
    renew: () => {
      key.current = null;
    },
  };
}
