import { dirname, join } from 'node:path';
import { handleCall } from './api/handle-call.js';
import { handleControl, type Controls } from './api/handle-control.js';
import { handleDelivery } from './api/handle-delivery.js';
import { observed, rememberedCall } from './api/observe.js';
import { RememberedCalls } from './api/remembered-calls.js';
import { noAnswer, type WireAnswer, type WireRequest } from '../pages/byte-server.js';
import { inspection } from './inspection.js';
import { MisbehaviourPlan } from './misbehaviour/plan.js';
import type { ReplicateEmulatorOptions } from './options.js';
import { defaultPace, type Pace } from './runs/pace.js';
import { Runner } from './runs/runner.js';
import { folderBlobs, memoryBlobs } from './state/blobs.js';
import { Clock } from './state/clock.js';
import type { Parts } from './state/parts.js';
import { forgetOld } from './state/retention.js';
import { readStateFile, StateFile } from '../state/index.js';
import { emptyState, keeping } from './state/store.js';
import { defaultTrainer, plantTrainer } from './state/trainer.js';
import { defaultRetryDelay, WebhookSender } from './webhooks/sender.js';

/** The parts of an emulator and how they work together, before it listens anywhere. */
export async function assemble(options: ReplicateEmulatorOptions) {
  const state = options.dataFile ? await readStateFile(options.dataFile, keeping) : emptyState();
  plantTrainer(state, options.trainer ?? defaultTrainer);
  const file = new StateFile(state, keeping, options.dataFile ?? null);
  const blobs = options.dataFile ? await folderBlobs(join(dirname(options.dataFile), 'images')) : memoryBlobs();
  const publicUrl = options.publicUrl?.replace(/\/+$/, '');
  let ownUrl = '';
  const baseUrl = () => publicUrl ?? ownUrl;
  const clock = new Clock(() => (options.now?.() ?? new Date()).getTime(), state.clock);
  const misbehaviours = new MisbehaviourPlan();
  const save = () => file.save();
  const sender = new WebhookSender(state, clock, {
    secret: options.webhookSecret,
    retryDelay: options.retryDelay ?? defaultRetryDelay,
    save,
  });
  const changed = async () => {
    await save();
    sender.kick();
  };
  const runner = new Runner({ state, blobs, baseUrl, clock, misbehaviours, pace: paceOf(options.pace), changed });
  const parts: Parts = {
    state,
    clock,
    blobs,
    runner,
    misbehaviours,
    settings: {
      account: options.account ?? 'bildnis',
      webhookSecret: options.webhookSecret,
      baseUrl,
      deliveryNeedsToken: options.deliveryNeedsToken ?? true,
      pageSize: options.pageSize ?? 100,
    },
  };
  const catchUp = async () => {
    if (await forgetOld(state, blobs, clock.now())) await save();
    sender.kick();
  };
  const remembered = new RememberedCalls();
  const controls = controlsOf(parts, sender, async (milliseconds) => {
    clock.move(milliseconds);
    await runner.caughtUp();
    await catchUp();
    await save();
  });
  const answer = async (request: WireRequest): Promise<WireAnswer | typeof noAnswer> => {
    await catchUp();
    if (request.url.pathname.startsWith('/control/')) return handleControl(request, options.token, controls);
    if (request.url.pathname.startsWith('/delivery/')) return handleDelivery(parts, options.token, request);
    const call = await handleCall(parts, options.token, request);
    // What a request changed is on disk before its answer leaves.
    if (request.method !== 'GET') await changed();
    remembered.add(rememberedCall(request, call.lost ? null : call.answer.status, clock.now()));
    options.observe?.(observed(request, call.answer));
    return call.lost ? noAnswer : call.answer;
  };
  return { parts, sender, save, catchUp, remembered, controls, answer, setOwnUrl: (url: string) => (ownUrl = url) };
}

function paceOf(given: ReplicateEmulatorOptions['pace'] = {}): Pace {
  return {
    training: { ...defaultPace.training, ...given.training },
    prediction: { ...defaultPace.prediction, ...given.prediction },
  };
}

/** The same reins for tests in this process and, over HTTP, in another. */
function controlsOf(parts: Parts, sender: WebhookSender, moveClock: (milliseconds: number) => Promise<void>): Controls {
  const { clock, misbehaviours } = parts;
  const { versions, files, predictions, trainings, runningCount } = inspection(parts);
  return {
    moveClock: async (milliseconds) => {
      await moveClock(milliseconds);
      return new Date(clock.now());
    },
    misbehave: (what, where) => misbehaviours.add(what, where),
    behave: () => misbehaviours.clear(),
    planned: () => misbehaviours.waiting(),
    hold: () => sender.hold(),
    release: (order) => sender.release(order),
    waiting: () => sender.waiting().map(({ id, run, event }) => ({ id, run, event })),
    state: () => ({
      versions: versions(),
      files: files(),
      predictions: predictions(),
      trainings: trainings(),
      running: runningCount(),
    }),
  };
}
