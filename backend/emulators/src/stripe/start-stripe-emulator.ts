import { handleCall } from './api/handle-call.js';
import { handleControl, type Controls } from './api/handle-control.js';
import { catchUp } from './billing/catch-up.js';
import { closeDispute, disputeCharge, type DisputeOutcome } from './billing/disputes.js';
import { failRefund } from './billing/return-money.js';
import { readStateFile, StateFile } from '../state/index.js';
import { serveLoopback, type PageAnswer, type PageRequest } from '../pages/loopback-server.js';
import type { WireEvent } from './objects/wire.js';
import { handlePage } from './pages/page-routes.js';
import { forgetOld, keeping } from './state/store.js';
import { World } from './state/world.js';
import { eventSender } from './webhook-requests.js';

export interface StripeEmulatorOptions {
  /** 0 or nothing takes a free port. */
  port?: number;
  /** JSON file that carries the state over restarts; without it the state lives in memory. */
  dataFile?: string;
  /** The only key the API accepts. */
  secretKey: string;
  /** Signs events as Stripe does (`whsec_…`). */
  webhookSecret: string;
  /** Where signed events go. */
  webhookUrl: string;
  /** Types of the events that go there, as an endpoint names them at Stripe; all unless given. */
  enabledEvents?: readonly string[];
  /** Sees every call of the API and its answer, for checks against a contract. */
  observe?: (exchange: ObservedExchange) => void;
}

/** A call of the API as it went over the wire. */
export interface ObservedExchange {
  method: string;
  /** Path and query. */
  url: URL;
  body: string;
  status: number;
  answer: string;
}

/** A running emulator for Stripe. */
export interface StripeEmulator {
  /** `http://127.0.0.1:port`; the library connects with host, port and protocol http. */
  url: string;
  port: number;
  /** Closes the server, ends deliveries and writes the state. */
  stop(): Promise<void>;
  /** The emulator's present time. */
  now(): Date;
  /** Moves the clock on and does what falls due: renewals, ends, expiries. */
  advance(by: { days?: number; hours?: number }): Promise<void>;
  /** The customer complains to the bank about this charge. @throws when it took no money or is disputed already */
  dispute(charge: string): Promise<void>;
  /** The bank decides a dispute, named by its own id or its charge's. @throws when none is open */
  closeDispute(chargeOrDispute: string, outcome: DisputeOutcome): Promise<void>;
  /** The bank could not carry out this refund after all. @throws when there is none that could fail */
  failRefund(refund: string): Promise<void>;
  /** All events kept, oldest first. */
  events(): WireEvent[];
  /** Sends an event once more; resolves with whether the receiver answered 2xx. */
  resendEvent(id: string): Promise<boolean>;
  /** Keeps events back until `releaseWebhooks`. */
  holdWebhooks(): void;
  /** Sends what was held in the given order; ids left out are lost, ids given twice arrive twice. */
  releaseWebhooks(arrange?: (events: WireEvent[]) => WireEvent[]): Promise<void>;
  /** Resolves when every event was delivered. */
  webhooksSettled(): Promise<void>;
}

const sweepInterval = 30_000;

/**
 * Starts an emulator for Stripe on 127.0.0.1: its HTTP API for what this product calls, a hosted checkout page, signed webhooks.
 * @throws when the port is taken or the state file is damaged
 */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const state = await readStateFile(options.dataFile, keeping);
  const file = new StateFile(state, keeping, options.dataFile);
  let ownUrl = '';
  const world = new World(state, () => ownUrl, options.enabledEvents);
  const save = () => file.save();
  const sender = eventSender(world, { url: options.webhookUrl, secret: options.webhookSecret, save });
  const settleDue = async () => {
    const happened = catchUp(world);
    const forgotten = forgetOld(state, world.now());
    if (happened || forgotten) await save();
    sender.kick();
  };
  const { moveClock, act } = controlsOf(world, save, settleDue);
  const controls = { moveClock, failRefund: (refund: string) => act(() => failRefund(world, refund)) };
  const server = await serveLoopback(options.port ?? 0, async (request) => {
    const changed = catchUp(world);
    const result = await answerRequest(world, options, request, controls);
    // What a request changed is on disk before its answer leaves and before anyone hears of it.
    if (changed || request.method !== 'GET') await save();
    sender.kick();
    return result;
  });
  ownUrl = server.url;
  await settleDue();
  const sweep = setInterval(() => void settleDue().catch(() => undefined), sweepInterval);
  sweep.unref();
  return {
    url: server.url,
    port: server.port,
    now: () => new Date(world.now() * 1000),
    advance: async ({ days = 0, hours = 0 }) => void (await moveClock((days * 24 + hours) * 3_600_000)),
    dispute: async (charge) => void (await act(() => disputeCharge(world, charge))),
    closeDispute: async (id, outcome) => void (await act(() => closeDispute(world, id, outcome))),
    failRefund: async (refund) => void (await controls.failRefund(refund)),
    events: () => structuredClone([...state.events.values()]),
    resendEvent: async (id) => {
      if (!state.events.has(id)) throw new Error(`no event ${id}`);
      return sender.send({ event: id, attempts: 0 });
    },
    holdWebhooks: () => sender.hold(),
    releaseWebhooks: (arrange = (events) => events) =>
      sender.release(
        arrange([...state.deliveries.keys()].flatMap((id) => state.events.get(id) ?? [])).map(({ id }) => id),
      ),
    webhooksSettled: () => sender.settled(),
    stop: async () => {
      clearInterval(sweep);
      await server.stop();
      await sender.stop();
      await save();
    },
  };
}

/** What tests do from outside, kept on disk like the rest. */
function controlsOf(world: World, save: () => Promise<void>, settleDue: () => Promise<void>) {
  return {
    moveClock: async (milliseconds: number) => {
      world.state.clock.ahead += milliseconds;
      await save();
      await settleDue();
      return world.now();
    },
    act: async <T>(what: () => T): Promise<T> => {
      const result = what();
      await save();
      await settleDue();
      return result;
    },
  };
}

async function answerRequest(
  world: World,
  options: StripeEmulatorOptions,
  request: PageRequest,
  controls: Controls,
): Promise<PageAnswer> {
  const page = handlePage(world, request);
  if (page) return page;
  if (request.url.pathname.startsWith('/control/')) return handleControl(request, options.secretKey, controls);
  const reply = handleCall(world, options.secretKey, request);
  options.observe?.({
    method: request.method,
    url: request.url,
    body: request.body,
    status: reply.status,
    answer: reply.body,
  });
  return { ...reply, headers: { 'content-type': 'application/json', ...reply.headers } };
}
