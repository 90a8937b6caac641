import type { RunStatus } from '../objects/wire.js';

const final: ReadonlySet<RunStatus> = new Set(['succeeded', 'failed', 'canceled', 'aborted']);

/** Whether nothing more will come of a run in this state. */
export function hasEnded(status: RunStatus): boolean {
  return final.has(status);
}

/** A run reached its deadline. */
export class DeadlineReached extends Error {}
