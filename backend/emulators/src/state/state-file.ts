import { emptyState, parseState, serialiseState, type Keeping, type KeptState } from './kept-state.js';
import { readPrivate, writePrivate } from './private-file.js';

/** Reads the state, or starts an empty one where there is no file; a damaged file is an error, not a fresh start. */
export async function readStateFile<State extends KeptState>(
  path: string | undefined,
  keeping: Keeping<State>,
): Promise<State> {
  const kept = path && (await readPrivate(path, keeping.name, (text) => parseState(text, keeping)));
  return kept || emptyState(keeping);
}

/** Writes the state so that a crash leaves either the old file or the new one, never half of one. */
export class StateFile<State extends KeptState> {
  private running: Promise<void> | null = null;
  private queued: Promise<void> | null = null;

  /** @param path undefined keeps the state in memory only */
  constructor(
    private readonly state: State,
    private readonly keeping: Keeping<State>,
    private readonly path: string | undefined,
  ) {}

  /** Resolves once everything changed before this call is on disk; calls that meet while writing share one write. */
  save(): Promise<void> {
    if (this.path === undefined) return Promise.resolve();
    if (!this.running) return (this.running = this.write(this.path).finally(() => (this.running = null)));
    this.queued ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.queued = null;
        return this.save();
      });
    return this.queued;
  }

  private write(path: string): Promise<void> {
    return writePrivate(path, serialiseState(this.state, this.keeping));
  }
}
