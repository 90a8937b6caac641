import type { WebhookEvent } from '../api/parameters.js';
import type { MisbehaviourPlan } from '../misbehaviour/plan.js';
import type { RunStatus } from '../objects/wire.js';
import type { Clock } from '../state/clock.js';
import type { Run } from '../state/store.js';
import { announce } from '../webhook-messages.js';
import { DeadlineReached, hasEnded } from './ended.js';
import { openingLines, progressLine } from './log-lines.js';
import { timetable, type Pace } from './pace.js';
import { work, type Workshop } from './work.js';

export interface RunnerOptions extends Workshop {
  clock: Clock;
  misbehaviours: MisbehaviourPlan;
  pace: Pace;
  /** Writes the state, then starts what is to be sent. */
  changed: () => Promise<void>;
}

/** So many progress lines a run writes. */
const progressLines = 8;

interface Drive {
  abort: AbortController;
  done: Promise<void>;
}

/** Leads trainings and predictions through their stages, each at its own pace by the emulator's clock. */
export class Runner {
  private readonly drives = new Map<string, Drive>();
  /** Runs that do something right now instead of waiting for the clock. */
  private busy = 0;

  constructor(private readonly options: RunnerOptions) {}

  /** Begins with a run, or goes on with it after a restart. */
  start(run: Run): void {
    const abort = new AbortController();
    this.busy += 1;
    const done = this.drive(run, abort.signal).finally(() => {
      this.busy -= 1;
      this.drives.delete(run.id);
      abort.abort();
    });
    // A state that cannot be written must not take the process down from here: the next request's write reports it.
    done.catch(() => undefined);
    this.drives.set(run.id, { abort, done });
  }

  /** Ends a run by its owner's wish; one that has ended stays as it is. */
  async cancel(run: Run): Promise<void> {
    if (hasEnded(run.status)) return;
    this.end(run, 'canceled', this.options.clock.now());
    this.drives.get(run.id)?.abort.abort();
    await this.options.changed();
  }

  /** Stops working on a run that is to be forgotten, and tells nobody. */
  async drop(run: Run): Promise<void> {
    const drive = this.drives.get(run.id);
    drive?.abort.abort();
    await drive?.done.catch(() => undefined);
  }

  /** Resolves once everything that is due by the clock has happened. */
  async caughtUp(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, 2));
    while (this.busy > 0);
  }

  /** Lets everything lie as it is. */
  async stop(): Promise<void> {
    const drives = [...this.drives.values()];
    for (const { abort } of drives) abort.abort();
    await Promise.allSettled(drives.map(({ done }) => done));
  }

  private async drive(run: Run, signal: AbortSignal): Promise<void> {
    try {
      await this.leadThrough(run, signal);
    } catch (error) {
      // The abort has already set how it ended.
      if (signal.aborted || hasEnded(run.status)) return;
      if (error instanceof DeadlineReached)
        this.end(run, run.status === 'starting' ? 'aborted' : 'canceled', run.deadline ?? 0);
      else {
        run.error = error instanceof Error ? error.message : String(error);
        this.end(run, 'failed', this.options.clock.now());
      }
    } finally {
      if (hasEnded(run.status)) await this.tidy(run);
    }
    await this.options.changed();
  }

  private async leadThrough(run: Run, signal: AbortSignal): Promise<void> {
    const { begins, ends } = timetable(run, this.options.pace);
    await this.wait(run, begins, signal);
    if (run.status === 'starting') await this.begin(run, begins);
    const since = Date.now();
    const result = work(this.options, run, signal).then((made) => ({
      made,
      took: Date.now() - since,
    }));
    // It is looked at further below; until then its failure is nobody's concern.
    result.catch(() => undefined);
    try {
      if (ends !== Infinity) await this.writeProgress(run, begins, ends, signal);
      await this.wait(run, ends, signal);
      const { made, took } = await result;
      signal.throwIfAborted();
      const at = Math.max(ends, begins + took);
      made.show(at);
      this.end(run, 'succeeded', at);
    } catch (error) {
      await result.then(({ made }) => made.discard()).catch(() => undefined);
      throw error;
    }
  }

  private async begin(run: Run, at: number): Promise<void> {
    run.status = 'processing';
    run.startedAt = at;
    run.logs += openingLines(run);
    this.tell(run, 'start');
    await this.options.changed();
  }

  private async writeProgress(run: Run, begins: number, ends: number, signal: AbortSignal): Promise<void> {
    const written = run.logs.split('\n').filter((line) => line.includes('%|')).length;
    for (let step = written + 1; step <= progressLines; step++) {
      const at = begins + ((ends - begins) * step) / (progressLines + 1);
      await this.wait(run, at, signal);
      run.logs += progressLine(run, step / progressLines, (at - begins) / 1000);
      this.tell(run, 'logs');
      await this.options.changed();
    }
  }

  private end(run: Run, status: RunStatus, at: number): void {
    run.status = status;
    run.completedAt = at;
    if (status === 'succeeded') this.tell(run, 'output');
    this.tell(run, 'completed');
  }

  /** What a run gathered and did not need goes. */
  private async tidy(run: Run): Promise<void> {
    const left = run.photos;
    run.photos = [];
    await this.options.blobs.remove(left);
  }

  private tell(run: Run, event: WebhookEvent): void {
    announce(this.options, run, event);
  }

  /** @throws DeadlineReached when that comes first, the signal's reason when somebody ends the run */
  private async wait(run: Run, at: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.options;
    const until = Math.min(at, run.deadline ?? Infinity);
    if (clock.now() < until) {
      this.busy -= 1;
      try {
        await clock.until(until, signal);
      } finally {
        this.busy += 1;
      }
    }
    signal.throwIfAborted();
    if (until < at) throw new DeadlineReached();
  }
}
