import { page } from '../api/paging.js';
import type { Route } from '../api/route.js';
import { renderRun } from '../objects/render.js';
import type { Run } from '../state/store.js';
import { findRun } from './find.js';

/** Listing, reading and cancelling, which trainings and predictions share. */
export function runCalls(kind: Run['kind']): Route[] {
  const path = `/v1/${kind}s`;
  return [
    {
      method: 'GET',
      path,
      handle: ({ state, settings }, { query }) => {
        const inRange = rangeOf(query);
        const newestFirst = [...state.runs.values()].filter((run) => run.kind === kind && inRange(run)).reverse();
        const self = new URL(`${settings.baseUrl()}${path}?${query.toString()}`);
        const { results, ...links } = page(newestFirst, self, settings.pageSize);
        return { status: 200, object: { ...links, results: results.map((run) => renderRun(run, settings.baseUrl())) } };
      },
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      handle: (parts, { ids: [id] }) => ({
        status: 200,
        object: renderRun(findRun(parts, kind, id), parts.settings.baseUrl()),
      }),
    },
    {
      method: 'POST',
      path: `${path}/:id/cancel`,
      handle: async (parts, { ids: [id] }) => {
        const run = findRun(parts, kind, id);
        await parts.runner.cancel(run);
        return { status: 200, object: renderRun(run, parts.settings.baseUrl()) };
      },
    },
  ];
}

/** `created_after` counts in, `created_before` does not. Nothing here was made on the web. */
function rangeOf(query: URLSearchParams): (run: Run) => boolean {
  const moment = (name: string, otherwise: number) => (query.has(name) ? Date.parse(query.get(name) ?? '') : otherwise);
  const from = moment('created_after', -Infinity);
  const to = moment('created_before', Infinity);
  return ({ createdAt }) => query.get('source') !== 'web' && createdAt >= from && createdAt < to;
}
