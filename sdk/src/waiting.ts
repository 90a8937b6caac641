import type { Client } from './client.js';
import { BildnisError } from './errors.js';
import type { LiveEvents } from './generated/live-events.js';
import type { LiveEventName } from './live.js';
import { pause } from './pause.js';
import type { Schemas } from './schemas.js';

export interface WaitOptions<T> {
  /** Stops waiting; the work itself goes on. */
  signal?: AbortSignal;
  /** How long to wait at most, in milliseconds. */
  timeoutMs?: number;
  /** Called with every state seen on the way, the last one included. */
  onChange?: (state: T) => void;
}

const MINUTE_MS = 60_000;
/** How long a training and a run may take before waiting for them ends; the measured times are minutes and seconds. */
const TRAINING_LIMIT_MS = 60 * MINUTE_MS;
const RUN_LIMIT_MS = 30 * MINUTE_MS;
/** Waits between looks where nobody tells that something happened, in milliseconds: soon at first, then rarely. */
const FIRST_LOOK_MS = 1_000;
const RAREST_LOOK_MS = 15_000;
/** Events may come closer together than anybody needs to look. */
const CLOSEST_LOOKS_MS = 250;

/**
 * Waits until a training has ended. Live events say when to look; without them it looks by itself, at first each second, then every 15 s.
 *
 * @returns the profile, ready for runs
 * @throws BildnisError `work_failed` with the profile's reason as its detail (`too_few_photos`, `engine`, `expired`), `timeout` (after an hour unless told otherwise), `aborted`,
 *   and whatever `getAiProfile` throws
 *
 * @example
 * const profile = await waitForProfile(bildnis, id, { onChange: ({ progress }) => console.log(progress?.fraction) });
 */
export async function waitForProfile(
  client: Client,
  id: string,
  options: WaitOptions<Schemas['AiProfile']> = {},
): Promise<Schemas['AiProfile']> {
  const profile = await waitFor(client, options, {
    limitMs: TRAINING_LIMIT_MS,
    look: (signal) => client.getAiProfile({ path: { id }, ...signal }),
    ended: ({ status }) => status === 'ready' || status === 'failed',
    events: ['profile.changed', 'profile.progress'],
    id,
  });
  if (profile.status === 'failed')
    throw new BildnisError({ code: 'work_failed', status: 0, detail: profile.failure?.reason ?? null });
  return profile;
}

/**
 * Waits until a run has ended, as `waitForProfile` does.
 *
 * @returns the run with its portraits
 * @throws BildnisError `work_failed` (its credits are back by then), `timeout` (after half an hour unless told otherwise), `aborted`, and whatever `getGeneration` throws
 *
 * @example
 * const { portraits } = await waitForGeneration(bildnis, run.id);
 */
export async function waitForGeneration(
  client: Client,
  id: string,
  options: WaitOptions<Schemas['Generation']> = {},
): Promise<Schemas['Generation']> {
  const run = await waitFor(client, options, {
    limitMs: RUN_LIMIT_MS,
    look: (signal) => client.getGeneration({ path: { id }, ...signal }),
    ended: ({ status }) => status === 'completed' || status === 'failed',
    events: ['generation.changed', 'generation.progress'],
    id,
  });
  if (run.status === 'failed') throw new BildnisError({ code: 'work_failed', status: 0 });
  return run;
}

interface Work<T> {
  limitMs: number;
  look(options: { signal?: AbortSignal }): Promise<T>;
  ended(state: T): boolean;
  /** The events that tell of this work, where they carry its id. */
  events: LiveEventName[];
  id: string;
}

async function waitFor<T>(client: Client, { signal, timeoutMs, onChange }: WaitOptions<T>, work: Work<T>): Promise<T> {
  const limitMs = timeoutMs ?? work.limitMs;
  const end = Date.now() + limitMs;
  const live = client.live.connect();
  let wake = new AbortController();
  live.on('connected', () => wake.abort());
  for (const name of work.events)
    live.on(
      name,
      (event: LiveEvents[LiveEventName]) => Object.values<unknown>(event).includes(work.id) && wake.abort(),
    );
  try {
    for (let rest = FIRST_LOOK_MS; ; rest = Math.min(rest * 1.5, RAREST_LOOK_MS)) {
      wake = new AbortController();
      const state = await unlessSilent(work.look(signal ? { signal } : {}), signal);
      if (state) onChange?.(state);
      if (state && work.ended(state)) return state;
      const left = end - Date.now();
      if (left <= 0) throw new BildnisError({ code: 'timeout', status: 0, detail: `not ended after ${limitMs} ms` });
      await pause(Math.min(CLOSEST_LOOKS_MS, left), signal);
      await pauseUnless(wake.signal, Math.min(live.connected ? RAREST_LOOK_MS : rest, end - Date.now()), signal);
    }
  } finally {
    live.close();
  }
}

/** Pauses until something happens, or for as long as told. */
async function pauseUnless(happens: AbortSignal, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (milliseconds <= 0) return;
  await pause(milliseconds, signal ? AbortSignal.any([happens, signal]) : happens).catch((error: unknown) => {
    if (!happens.aborted || signal?.aborted) throw error;
  });
}

/** @returns null where the server said nothing: it is looked again until the time is over */
async function unlessSilent<T>(look: Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof BildnisError && error.code === 'timeout' && !signal?.aborted) return null;
    throw error;
  }
}
