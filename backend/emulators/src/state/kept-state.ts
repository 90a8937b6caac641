/** What every emulator keeps: its clock, and maps by id. */
export interface KeptState {
  /** Milliseconds by which its clock is ahead of the one underneath. */
  clock: { ahead: number };
}

/** How the state of an emulator is kept as text. */
export interface Keeping<State extends KeptState> {
  /** Whose state it is, for messages. */
  name: string;
  /** Which parts of it are maps: all but the clock. */
  maps: readonly Exclude<keyof State & string, 'clock'>[];
}

/** The state of an emulator nobody has used yet. */
export function emptyState<State extends KeptState>({ maps }: Keeping<State>): State {
  return { clock: { ahead: 0 }, ...Object.fromEntries(maps.map((name) => [name, new Map()])) } as unknown as State;
}

/** The state as JSON text; `parseState` reads it back. */
export function serialiseState<State extends KeptState>(state: State, { maps }: Keeping<State>): string {
  const plain: Record<string, unknown> = { version: 1, clock: state.clock };
  for (const name of maps) plain[name] = [...(state[name] as Map<string, unknown>)];
  return JSON.stringify(plain);
}

/** @throws Error when the text was not written by `serialiseState`. */
export function parseState<State extends KeptState>(text: string, keeping: Keeping<State>): State {
  const plain: unknown = JSON.parse(text);
  if (typeof plain !== 'object' || plain === null || !('version' in plain) || plain.version !== 1) {
    throw new Error(`not the state of a ${keeping.name} emulator`);
  }
  const read = plain as Record<string, unknown>;
  const state = emptyState(keeping);
  for (const map of keeping.maps) fill(state[map] as Map<string, unknown>, read[map]);
  if (typeof read.clock === 'object' && read.clock !== null && 'ahead' in read.clock)
    state.clock.ahead = Number(read.clock.ahead) || 0;
  return state;
}

// The file is the emulator's own and its version was checked: entries come back as they went.
function fill(target: Map<string, unknown>, entries: unknown): void {
  if (entries === undefined) return; // from before there was such a map
  if (!Array.isArray(entries)) throw new Error('a map is no list');
  for (const [id, value] of entries as [string, unknown][]) target.set(id, value);
}
