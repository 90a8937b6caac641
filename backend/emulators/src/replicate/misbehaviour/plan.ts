import type { WebhookEvent } from '../api/parameters.js';
import {
  isForCall,
  isForMessage,
  isForPictures,
  isForRun,
  misbehaviour,
  scope,
  type CallMisbehaviour,
  type MessageMisbehaviour,
  type Misbehaviour,
  type Planned,
  type PlannedScope,
  type RunMisbehaviour,
  type Scope,
} from './kinds.js';

interface Entry {
  what: Planned;
  where: PlannedScope;
}

type RunKind = 'training' | 'prediction';

/** What is to go wrong next. In memory: a restarted emulator behaves, except for runs that had begun to misbehave. */
export class MisbehaviourPlan {
  private entries: Entry[] = [];

  /** @throws ZodError for a kind or a scope that does not exist */
  add(what: Misbehaviour, where: Scope = {}): void {
    this.entries.push({ what: misbehaviour.parse(what), where: scope.parse(where) });
  }

  clear(): void {
    this.entries = [];
  }

  /** What goes wrong with this call: the first entry that fits. An answer is lost or late of calls that change something only. */
  forCall(method: string, path: string): CallMisbehaviour | null {
    const fits = ({ what, where }: Entry) =>
      isForCall(what) &&
      (where.call === undefined
        ? (what.kind !== 'lose-answer' && what.kind !== 'late-answer') || method === 'POST'
        : `${method} ${path}`.startsWith(where.call));
    const [first] = this.take(fits, 1);
    return first && isForCall(first) ? first : null;
  }

  /** What goes wrong with a new run: every entry that fits, each once. */
  forRun(kind: RunKind): RunMisbehaviour[] {
    const fits = ({ what, where }: Entry) =>
      isForRun(what) && (where.runs ?? kind) === kind && !(isForPictures(what) && kind === 'training');
    return this.take(fits).filter(isForRun);
  }

  /** What goes wrong with a new message: every entry that fits, each once. */
  forMessage(kind: RunKind, event: WebhookEvent): MessageMisbehaviour[] {
    const fits = ({ what, where }: Entry) =>
      isForMessage(what) && (where.runs ?? kind) === kind && (where.event ?? event) === event;
    return this.take(fits).filter(isForMessage);
  }

  private take(fits: (entry: Entry) => boolean, most = Infinity): Planned[] {
    const taken = this.entries.filter(fits).slice(0, most);
    for (const { where } of taken) if (where.times !== 'always') where.times -= 1;
    this.entries = this.entries.filter(({ where }) => where.times !== 0);
    return taken.map(({ what }) => what);
  }
}
