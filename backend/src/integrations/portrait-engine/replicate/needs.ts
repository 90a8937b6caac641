import type { Run } from './runs.js';

export type RunKind = 'training' | 'prediction';

/** How a run stands: noted before it is begun; then as the provider says; `overdue` and `gone` when it will never end well. */
export type RunStatus = 'noted' | Run['status'] | 'overdue' | 'gone';

/** A run at the provider, noted before it is begun: nothing that costs money or holds photos is ever unknown to us. */
export interface RemoteRun {
  /** Ours; what it is recognised by at the provider derives from it. */
  id: string;
  kind: RunKind;
  /** The training or generation it belongs to, and its place among the runs of it. */
  task: string;
  ordinal: number;
  /** The profile or generation in whose name it runs. */
  subjectId: string;
  /** Which portraits a prediction is for. */
  positions: number[];
  /** The provider's id; null until it is known. */
  providerId: string | null;
  status: RunStatus;
  /** The trained version. */
  version: string | null;
  /** All that could be used of it has been. */
  isHarvested: boolean;
  /** Called off: nobody wants it any more, and what it leaves at the provider goes. */
  isForgotten: boolean;
  createdAt: Date;
}

export type RunChange = Partial<
  Pick<RemoteRun, 'providerId' | 'status' | 'version' | 'isHarvested' | 'isForgotten'>
> & {
  /** Machine time in seconds, and what it costs in millionths of a US dollar. */
  seconds?: number;
  usdMicros?: number;
};

/** What a run was for is not wanted any more. */
export class RunUnwanted extends Error {
  constructor() {
    super('the run was called off');
    this.name = 'RunUnwanted';
  }
}

/** Where runs are noted. */
export abstract class RemoteRunBook {
  /** Notes a run, or finds the one noted before with this task and ordinal. @throws RunUnwanted once a run of the task has been forgotten */
  abstract note(run: Pick<RemoteRun, 'kind' | 'task' | 'ordinal' | 'subjectId' | 'positions'>): Promise<RemoteRun>;
  /** In the order of their ordinals. */
  abstract ofTasks(tasks: readonly string[]): Promise<RemoteRun[]>;
  abstract ofSubjects(subjectIds: readonly string[]): Promise<RemoteRun[]>;
  /** The first id told is the right one; a later one is ignored. @returns the run as it then stands */
  abstract amend(run: RemoteRun, change: RunChange): Promise<RemoteRun>;
  /** How long ago something was by the product's clock, milliseconds. */
  abstract msSince(moment: Date): number;
}

/** Lends the photos of a training to the provider. */
export abstract class TrainingInputs {
  /** @returns an address under which the ZIP can be fetched for an hour, and only for this training */
  abstract offer(task: string, zip: Buffer): Promise<string>;
  /** Takes it back and deletes it. What is gone is no error. */
  abstract withdraw(task: string): Promise<void>;
}

/** Hears that the provider told something of a run. */
export abstract class RunNews {
  /** Waits until there is news of a run, at most so long. @throws the signal's reason */
  abstract next(providerId: string, atMostMs: number, signal?: AbortSignal): Promise<void>;
}
