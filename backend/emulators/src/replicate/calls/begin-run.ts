import type { WebhookEvent } from '../api/parameters.js';
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
