import { useEffect, useState } from 'react';
import { useText, type Text } from '~/lib/i18n';

/** How often it is looked at, in milliseconds. */
const EVERY = 5_000;
/** What is left is said in steps of so many seconds. */
const STEP = 10;

/** How long it takes yet, as it is said. @param seconds until half of the latest were done, as measured */
export function timeLeft(seconds: number, t: Text): string {
  if (seconds > 90) return t('aiProfiles.left.minutes', { count: Math.round(seconds / 60) });
  if (seconds > 50) return t('aiProfiles.left.minute');
  if (seconds > STEP) return t('aiProfiles.left.seconds', { count: Math.ceil(seconds / STEP) * STEP });
  return t('aiProfiles.left.soon');
}

/** How long a training takes yet; null where too few were measured to tell, and before it has begun. */
export function useTimeLeft(begun: string | null, estimateSeconds: number | null): string | null {
  const t = useText();
  const [now, setNow] = useState(Date.now);
  // An answer kept from before it was told lacks it.
  const isKnown = begun !== null && typeof estimateSeconds === 'number';
  useEffect(() => {
    if (!isKnown) return;
    const timer = setInterval(() => setNow(Date.now()), EVERY);
    return () => clearInterval(timer);
  }, [isKnown]);
  return isKnown ? timeLeft(new Date(begun).getTime() / 1000 + estimateSeconds - now / 1000, t) : null;
}
