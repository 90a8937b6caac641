import { page } from '../api/paging.js';
import type { WebhookEvent } from '../api/parameters.js';
import { notFound, ReplicateRefusal } from '../api/refusal.js';
import type { Route } from '../api/route.js';
import { renderRun } from '../objects/render.js';
import { newId } from '../state/ids.js';
import type { Parts } from '../state/parts.js';
import type { Run } from '../state/store.js';

/** Without a filter Replicate tells of output and of the end. */
const usualEvents: WebhookEvent[] = ['output', 'completed'];

interface RunRequest {
  input: Record<string, unknown>;
  webhook?: string | undefined;
  webhook_events_filter?: WebhookEvent[] | undefined;
}

/** Records a run and sets it going. What is planned to go wrong with it is decided here. */
export function beginRun(
  { state, clock, misbehaviours, runner }: Parts,
  { input, webhook, webhook_events_filter: events }: RunRequest,
  {
    lifetime,
    ...specifics
  }: Pick<Run, 'kind' | 'model' | 'version' | 'destination' | 'seed'> & { lifetime: number | null },
): Run {
  const createdAt = clock.now();
  const run: Run = {
    id: newId(),
    ...specifics,
    input,
    status: 'starting',
    output: null,
    error: null,
    logs: '',
    createdAt,
    deadline: lifetime === null ? null : createdAt + lifetime,
    startedAt: null,
    completedAt: null,
    dataRemoved: false,
    webhook: webhook ? { url: webhook, events: events ?? usualEvents } : null,
    lastChatter: null,
    photos: [],
    misbehaviours: misbehaviours.forRun(specifics.kind),
  };
  state.runs.set(run.id, run);
  runner.start(run);
  return run;
}

export function noSuchVersion(): ReplicateRefusal {
  return new ReplicateRefusal(
    422,
    'Invalid version or not permitted',
    "The specified version does not exist (or perhaps you don't have permission to use it?)",
  );
}

/** Listing, reading and cancelling, which trainings and predictions share. */
export function runCalls(kind: Run['kind']): Route[] {
  const path = `/v1/${kind}s`;
  const find = ({ state }: Parts, id: string): Run => {
    const run = state.runs.get(id);
    if (run?.kind !== kind) throw notFound();
    return run;
  };
  return [
    {
      method: 'GET',
      path,
      handle: ({ state, baseUrl }, { query }) => {
        const newestFirst = [...state.runs.values()].filter((run) => run.kind === kind).reverse();
        const self = new URL(`${baseUrl()}${path}?${query.toString()}`);
        const { results, ...links } = page(newestFirst, self);
        return { status: 200, object: { ...links, results: results.map((run) => renderRun(run, baseUrl())) } };
      },
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      handle: (parts, { ids: [id] }) => ({ status: 200, object: renderRun(find(parts, id), parts.baseUrl()) }),
    },
    {
      method: 'POST',
      path: `${path}/:id/cancel`,
      handle: async (parts, { ids: [id] }) => {
        const run = find(parts, id);
        await parts.runner.cancel(run);
        return { status: 200, object: renderRun(run, parts.baseUrl()) };
      },
    },
  ];
}
