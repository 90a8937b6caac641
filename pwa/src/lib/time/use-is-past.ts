import { useEffect, useState } from 'react';

/** Longer waits than a timer can hold are not waited for, milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Whether a moment has passed, and again when it does. @param moment milliseconds since 1970; null is never reached */
export function useIsPast(moment: number | null): boolean {
  const [seen, setSeen] = useState(Date.now);
  useEffect(() => {
    if (moment === null) return;
    const wait = Math.max(0, moment - Date.now()) + 1;
    if (wait > LONGEST_WAIT) return;
    const timer = setTimeout(() => setSeen(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== null && seen > moment;
}
