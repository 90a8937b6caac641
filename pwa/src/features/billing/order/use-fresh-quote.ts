import { useEffect, useEffectEvent, useState } from 'react';
import { useRouter } from '~/lib/navigation';
import type { Item } from './order-data';

/** What tells one price that is shown from another. */
function shownOf(item: Item): string | number | null {
  if (item.kind === 'upgrade') return item.quote.quotedAt;
  return item.kind === 'plan' ? item.plan.priceRappen : null;
}

/** How long before its end a price is asked for anew, in milliseconds. */
const EARLY = 20_000;

/**
 * Asks for a new price when the one that is shown runs out. Its time is reckoned from when it arrived here, so that a device's wrong
 * clock does no harm.
 */
export function useFreshQuote(item: Item): { isRenewed: boolean; renew(): void } {
  const router = useRouter();
  const quote = item.kind === 'upgrade' ? item.quote : null;
  const shown = shownOf(item);
  const [renewedFrom, setRenewedFrom] = useState<string | number | null>(null);
  const renew = () => {
    setRenewedFrom(shown);
    void router.invalidate();
  };
  const onTime = useEffectEvent(renew);
  const { quotedAt, validUntil } = quote ?? {};
  useEffect(() => {
    if (!quotedAt || !validUntil) return;
    const timer = setTimeout(() => onTime(), Date.parse(validUntil) - Date.parse(quotedAt) - EARLY);
    return () => clearTimeout(timer);
  }, [quotedAt, validUntil]);

  return { isRenewed: renewedFrom !== null && renewedFrom !== shown, renew };
}
