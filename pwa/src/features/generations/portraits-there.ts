import type { Portrait } from './generations-data';

/**
 * The portraits that are there.
 * @param gone by their ids: those whose deletion waits for a network, which are gone for their owner already, and what a screen has deleted,
 *   which answers that were asked for before still have
 */
export const portraitsThere = (portraits: readonly Portrait[], ...gone: ReadonlySet<string>[]): Portrait[] =>
  portraits.filter(({ id }) => !gone.some((ids) => ids.has(id)));
