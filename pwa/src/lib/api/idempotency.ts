import { useRef } from 'react';

/** A new key for one act. `crypto.randomUUID` exists on secure origins only, so the bytes are drawn directly. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The key of the act a screen is about. It stays the same through double clicks and retries, so that they have one effect, and is
 * renewed once the act is done or something it depends on has changed.
 */
export function useActKey(): { current(): string; renew(): void } {
  const key = useRef<string | null>(null);
  return {
    current: () => (key.current ??= newKey()),
    renew: () => {
      key.current = null;
    },
  };
}
