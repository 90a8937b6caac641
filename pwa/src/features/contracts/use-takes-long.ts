import { useEffect, useState } from 'react';

/** After which an answer that is waited for takes long, in milliseconds. */
const LONG = 5_000;

/** Whether what is under way has been for longer than usual. */
export function useTakesLong(isUnderWay: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setLong(true), LONG);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isUnderWay]);
  return isLong;
}
