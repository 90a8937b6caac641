import { useState } from 'react';
import type { Portrait } from './generations-data';

/** How the portraits of a run are ordered; absent in the address: as the server delivers them, most alike first. */
export const ORDERS = ['likeness', 'favourites', 'created'] as const;
export type PortraitOrder = (typeof ORDERS)[number];

/** What the address may say of the screen. */
export interface ResultSearch {
  order?: Exclude<PortraitOrder, 'likeness'>;
}

/** Reads it; what is unknown or goes without saying is left out. */
export function readResultSearch({ order }: Record<string, unknown>): ResultSearch {
  return { order: order === 'favourites' || order === 'created' ? order : undefined };
}

/** The portraits in an order. @param portraits most alike first, or the best where faces are not compared */
export function orderPortraits(portraits: readonly Portrait[], order: PortraitOrder): Portrait[] {
  if (order === 'favourites') return portraits.toSorted((a, b) => Number(b.favourite) - Number(a.favourite));
  return order === 'created' ? portraits.toSorted((a, b) => a.index - b.index) : [...portraits];
}

/**
 * The portraits in an order that stays until another is chosen: what becomes a favourite meanwhile, here or elsewhere, does not jump away
 * from under the hand.
 */
export function useOrdered(portraits: readonly Portrait[], order: PortraitOrder): Portrait[] {
  const key = [order, ...portraits.map(({ id }) => id).toSorted()].join();
  const [kept, setKept] = useState<{ key: string; ids: string[] }>({ key: '', ids: [] });
  const ids = kept.key === key ? kept.ids : orderPortraits(portraits, order).map(({ id }) => id);
  if (kept.key !== key) setKept({ key, ids });
  return portraits.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
