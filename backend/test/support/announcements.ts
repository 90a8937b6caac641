import { facts } from '../../src/facts/index.js';
import { Clock, DAY } from '../../src/platform/clock/index.js';
import type { Caller } from './caller.js';
import type { Product } from './product.js';
import { settled } from './retention.js';
import { until } from './until.js';

export interface Announced {
  id: string;
  kind: string;
  effectiveOn: string;
  concerned: number;
  sent: number;
  canBeTakenBack: boolean;
  isPublished: boolean | null;
  accepted: number;
  refused: number;
  publishedAt: string | null;
}
export const TEXT = 'Wir schreiben neu, wie lange wir Protokolle aufbewahren.';

export const announcements = async (admin: Caller) =>
  (await admin.get<{ items: Announced[]; earliestOn: string }>('/admin/announcements')).body;

/** Announces a change for the first day that is possible, or some days later. */
export async function announce(admin: Caller, change: object, later = 0) {
  const { earliestOn } = await announcements(admin);
  const effectiveOn = new Date(Date.parse(earliestOn) + later * DAY).toISOString().slice(0, 10);
  return admin.post<Announced & { code?: string }>('/admin/announcements', { text: TEXT, effectiveOn, ...change });
}

/** A release with another version of the terms takes the place of this one. */
export function publish(version: string): void {
  (facts.consents as { terms: string }).terms = version;
}

/** Time passes for the product. */
export function shift(product: Product, ms: number, ...workers: { get: typeof product.api.get }[]): void {
  for (const app of [product.api, product.worker, ...workers]) app?.get(Clock).shift(ms);
}

/** Its emails go out, all of them. */
export async function sendOut(product: Product, admin: Caller, id: string): Promise<Announced> {
  shift(product, (facts.terms.takeBackMinutes + 1) * 60_000);
  const found = await until('the emails', async () => {
    const one = (await announcements(admin)).items.find((item) => item.id === id)!;
    return one.sent > 0 && one.sent === one.concerned ? one : null;
  });
  await settled(product);
  return found;
}
