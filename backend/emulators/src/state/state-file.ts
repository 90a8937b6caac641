import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseState, serialiseState, type Keeping, type KeptState } from './kept-state.js';

/** Reads the state, or starts an empty one where the file does not exist; a damaged file is an error, not a fresh start. */
export async function readStateFile<State extends KeptState>(path: string, keeping: Keeping<State>): Promise<State> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return keeping.empty();
    throw error;
  }
  try {
    return parseState(text, keeping);
  } catch (error) {
    throw new Error(`${path} cannot be read as the state of the ${keeping.name} emulator`, { cause: error });
  }
}

/** Writes the state so that a crash leaves either the old file or the new one, never half of one. */
export class StateFile<State extends KeptState> {
  private running: Promise<void> | null = null;
  private queued: Promise<void> | null = null;

  /** @param path null keeps the state in memory only */
  constructor(
    private readonly state: State,
    private readonly keeping: Keeping<State>,
    private readonly path: string | null,
  ) {}

  /** Resolves once everything changed before this call is on disk; calls that meet while writing share one write. */
  save(): Promise<void> {
    if (this.path === null) return Promise.resolve();
    if (!this.running) return (this.running = this.write(this.path).finally(() => (this.running = null)));
    this.queued ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.queued = null;
        return this.save();
      });
    return this.queued;
  }

  private async write(path: string): Promise<void> {
    const text = serialiseState(this.state, this.keeping);
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.new`;
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  }
}
