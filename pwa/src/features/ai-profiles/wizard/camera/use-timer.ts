import { useEffect, useEffectEvent, useState } from 'react';

/** Seconds until the photo is taken. */
const SECONDS = 3;

/** Counts down to a photo. `left` is null while no time is running. */
export function useTimer(onEnd: () => void): { left: number | null; toggle(): void } {
  const [left, setLeft] = useState<number | null>(null);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (left === null) return;
    const timer = setTimeout(() => {
      if (left > 1) return setLeft(left - 1);
      setLeft(null);
      end();
    }, 1_000);
    return () => clearTimeout(timer);
  }, [left]);

  return { left, toggle: () => setLeft(left === null ? SECONDS : null) };
}
