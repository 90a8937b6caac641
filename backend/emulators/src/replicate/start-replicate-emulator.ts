import { dirname, join } from 'node:path';
import { noAnswer, serveBytes, type WireAnswer, type WireRequest } from '../pages/byte-server.js';
import { readStateFile, StateFile } from '../state/index.js';
import { handleCall, handleDelivery } from './api/handle-call.js';
import { handleControl } from './api/handle-control.js';
import type { Misbehaviour, Scope } from './misbehaviour/kinds.js';
import { MisbehaviourPlan } from './misbehaviour/plan.js';
import { renderRun } from './objects/render.js';
import type { WirePrediction, WireTraining } from './objects/wire.js';
import { hasEnded } from './runs/ended.js';
import { defaultPace, type Pace } from './runs/pace.js';
import { Runner } from './runs/runner.js';
import { folderBlobs, memoryBlobs } from './state/blobs.js';
import { Clock } from './state/clock.js';
import { plantTrainer, trainer, type Parts } from './state/parts.js';
import { forgetOld } from './state/retention.js';
import { keeping, type Run } from './state/store.js';
import { messageSender } from './webhook-messages.js';

export interface ReplicateEmulatorOptions {
  /** 0 or nothing takes a free port. */
  port?: number;
  /** JSON file that carries the state over restarts, pictures in the folder `images` beside it; without it all lives in memory. */
  dataFile?: string;
  /** The only token the API accepts. */
  token: string;
  /** Signs webhooks: `whsec_` with a base64 key behind it. */
  webhookSecret: string;
  /** How long the stages of runs take, in milliseconds. */
  pace?: Pace;
  /** Sees every call of the API and its answer, for checks against a contract. */
  observe?: (exchange: ObservedExchange) => void;
}

/** A call of the API as it went over the wire. */
export interface ObservedExchange {
  method: string;
  /** Path and query. */
  url: URL;
  headers: WireRequest['headers'];
  body: string;
  status: number;
  /** Content type of the answer; null for none. */
  type: string | null;
  answer: string;
}

/** A running emulator for Replicate. */
export interface ReplicateEmulator {
  /** `http://127.0.0.1:port`; the API is below `/v1`. */
  url: string;
  port: number;
  /** `owner/name` and version of the model that trains. */
  trainer: typeof trainer;
  /** Closes the server, ends deliveries and writes the state; runs go on at the next start. */
  stop(): Promise<void>;
  /** Moves the clock on and does what falls due: stages of runs, deadlines, removals. */
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): Promise<void>;
  /** Plans something to go wrong, once unless the scope says more. @throws ZodError for a kind that does not exist */
  misbehave(what: Misbehaviour, where?: Scope): void;
  /** Forgets all plans; runs that had begun to misbehave go on so. */
  behave(): void;
  /** The versions trainings made and nobody deleted, oldest first. */
  versions(): { id: string; model: string; triggerWord: string | null; photos: number; training: string | null }[];
  predictions(): WirePrediction[];
  trainings(): WireTraining[];
  /** How many trainings and predictions have not ended. */
  runningCount(): number;
  /** Names of all bytes kept: photos, pictures, weights. */
  keptBytes(): Promise<string[]>;
  /** Resolves when every message was delivered or given up. */
  webhooksSettled(): Promise<void>;
}

const sweepInterval = 30_000;

/** Replicate's own limit for uploads, in bytes. */
const largestBody = 100 * 1024 * 1024;
const tooLarge = {
  status: 413,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify({ title: 'Content Too Large', detail: 'The request body is too large.', status: 413 }),
};

/**
 * Starts an emulator for Replicate on 127.0.0.1: its HTTP API for what this product calls, pictures made out of the photos a
 * version was trained on, signed webhooks, and everything that may go wrong with them.
 * @throws when the port is taken or the state file is damaged
 */
export async function startReplicateEmulator(options: ReplicateEmulatorOptions): Promise<ReplicateEmulator> {
  let ownUrl = '';
  const { parts, save, sender } = await assemble(options, () => ownUrl);
  const { state, clock, blobs, runner, misbehaviours } = parts;
  const catchUp = async () => {
    if (await forgetOld(state, blobs, clock.now())) await save();
    sender.kick();
  };
  const inside = inspect(parts);
  const lookInside = async () => ({
    versions: inside.versions(),
    predictions: inside.predictions(),
    trainings: inside.trainings(),
    files: await inside.keptBytes(),
    running: inside.runningCount(),
  });
  const answer = async (request: WireRequest): Promise<WireAnswer | typeof noAnswer> => {
    await catchUp();
    const { pathname } = request.url;
    if (pathname.startsWith('/control/'))
      return handleControl(request, options.token, { misbehaviours, state: await lookInside() });
    if (pathname.startsWith('/delivery/')) return handleDelivery(parts, options.token, request);
    const call = await handleCall(parts, options.token, request);
    // What a request changed is on disk before its answer leaves.
    if (request.method !== 'GET') {
      await save();
      sender.kick();
    }
    options.observe?.(observed(request, call.answer));
    return call.lost ? noAnswer : call.answer;
  };
  const server = await serveBytes(options.port ?? 0, answer, { largestBody, tooLarge });
  ownUrl = server.url;
  for (const run of state.runs.values()) if (!hasEnded(run.status)) runner.start(run);
  await catchUp();
  const sweep = setInterval(() => void catchUp().catch(() => undefined), sweepInterval);
  sweep.unref();
  return {
    url: server.url,
    port: server.port,
    trainer,
    advance: async ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      clock.move((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
      await runner.caughtUp();
      await catchUp();
      await save();
    },
    misbehave: (what, where) => misbehaviours.add(what, where),
    behave: () => misbehaviours.clear(),
    ...inside,
    webhooksSettled: () => sender.settled(),
    stop: async () => {
      clearInterval(sweep);
      await server.stop();
      await runner.stop();
      await sender.stop();
      await save();
    },
  };
}

/** The parts of an emulator and how they work together, before it listens anywhere. */
async function assemble(options: ReplicateEmulatorOptions, baseUrl: () => string) {
  const state = await readStateFile(options.dataFile, keeping);
  plantTrainer(state);
  const file = new StateFile(state, keeping, options.dataFile);
  const blobs = options.dataFile ? await folderBlobs(join(dirname(options.dataFile), 'images')) : memoryBlobs();
  const clock = new Clock(state.clock);
  const misbehaviours = new MisbehaviourPlan();
  const save = () => file.save();
  const sender = messageSender(state, options.webhookSecret, save);
  const changed = async () => {
    await save();
    sender.kick();
  };
  const pace = options.pace ?? defaultPace;
  const runner = new Runner({ state, blobs, baseUrl, clock, misbehaviours, pace, changed });
  const { webhookSecret } = options;
  const parts: Parts = { state, clock, blobs, runner, misbehaviours, webhookSecret, baseUrl };
  return { parts, save, sender };
}

/** Looks inside without going over the wire. */
function inspect({ state, blobs, baseUrl }: Parts) {
  const runs = (kind: Run['kind']) =>
    [...state.runs.values()].filter((run) => run.kind === kind).map((run) => renderRun(run, baseUrl()));
  return {
    versions: () =>
      [...state.versions.values()]
        .filter((version) => version.does === 'draws')
        .map(({ id, model, triggerWord, photos, training }) => ({
          id,
          model,
          triggerWord,
          photos: photos.length,
          training,
        })),
    predictions: () => runs('prediction') as WirePrediction[],
    trainings: () => runs('training') as WireTraining[],
    runningCount: () => [...state.runs.values()].filter((run) => !hasEnded(run.status)).length,
    keptBytes: () => blobs.names(),
  };
}

/** What checks against a contract get to see of a call. */
function observed(request: WireRequest, answer: WireAnswer): ObservedExchange {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: request.body.toString('utf8'),
    status: answer.status,
    type: answer.headers['content-type'] ?? null,
    answer: String(answer.body),
  };
}
