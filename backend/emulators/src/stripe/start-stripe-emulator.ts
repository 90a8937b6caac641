import { handleCall } from './api/handle-call.js';
import { handleControl, type Controls } from './api/handle-control.js';
import { catchUp } from './billing/catch-up.js';
import { closeDispute, disputeCharge, type DisputeOutcome } from './billing/disputes.js';
import { failRefund } from './billing/return-money.js';
import { readStateFile, StateFile } from '../state/index.js';
import { serveLoopback, type PageAnswer, type PageRequest } from '../pages/loopback-server.js';
import type { WireEvent } from './objects/wire.js';
import { handlePage } from './pages/page-routes.js';
import { emptyState, forgetOld, keeping } from './state/store.js';
import { World, type RetryPlan } from './state/world.js';
import { defaultRetryDelay, WebhookSender } from './webhooks/sender.js';

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
  /** How a browser reaches the hosted pages, when not by the server's own address. */
  publicUrl?: string;
  /** The clock underneath; tests move the emulator's own clock on top of it. */
  now?: () => Date;
  /** Milliseconds until the next try after so many failed deliveries of an event. */
  retryDelay?: (attempts: number) => number;
  /** When failed renewals are tried again; after 3, 8 and 15 days and then cancelled, unless given. */
  retries?: RetryPlan;
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
  advance(by: { days?: number; hours?: number; minutes?: number }): Promise<void>;
  /** Sets the clock; backwards is allowed and undoes nothing. */
  setNow(moment: Date): Promise<void>;
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
  const parts = await assemble(options);
  const server = await serveLoopback(options.port ?? 0, parts.answer, parts.hosts);
  parts.setOwnUrl(server.url);
  await parts.settleDue();
  const sweep = setInterval(() => void parts.settleDue().catch(() => undefined), sweepInterval);
  sweep.unref();
  const { world, sender } = parts;
  return {
    url: server.url,
    port: server.port,
    now: () => new Date(world.now() * 1000),
    advance: ({ days = 0, hours = 0, minutes = 0 }) => parts.moveClock(((days * 24 + hours) * 60 + minutes) * 60_000),
    setNow: (moment) => parts.moveClock(moment.getTime() - (world.realNow() + world.state.clock.ahead)),
    dispute: async (charge) => void (await parts.controls.dispute(charge)),
    closeDispute: async (id, outcome) => void (await parts.controls.closeDispute(id, outcome)),
    failRefund: async (refund) => void (await parts.controls.failRefund(refund)),
    events: () => structuredClone([...world.state.events.values()]),
    resendEvent: (id) => sender.resend(id),
    holdWebhooks: () => sender.hold(),
    releaseWebhooks: (arrange) => sender.release(arrange),
    webhooksSettled: () => sender.settled(),
    stop: async () => {
      clearInterval(sweep);
      await server.stop();
      await sender.stop();
      await parts.save();
    },
  };
}

/** The parts of an emulator and how they work together, before it listens anywhere. */
async function assemble(options: StripeEmulatorOptions) {
  const state = options.dataFile ? await readStateFile(options.dataFile, keeping) : emptyState();
  const file = new StateFile(state, keeping, options.dataFile ?? null);
  const publicUrl = options.publicUrl?.replace(/\/+$/, '');
  let ownUrl = '';
  const world = new World(
    state,
    () => (options.now?.() ?? new Date()).getTime(),
    () => publicUrl ?? ownUrl,
    options.retries,
  );
  const save = () => file.save();
  const sender = new WebhookSender(world, {
    url: options.webhookUrl,
    secret: options.webhookSecret,
    retryDelay: options.retryDelay ?? defaultRetryDelay,
    save,
  });
  const settleDue = async () => {
    const happened = catchUp(world);
    const forgotten = forgetOld(state, world.now(), world.realNow());
    if (happened || forgotten) await save();
    sender.kick();
  };
  const moveClock = async (milliseconds: number) => {
    state.clock.ahead += milliseconds;
    await save();
    await settleDue();
  };
  const controls = controlsOf(world, sender, save, moveClock);
  // What a request changed is on disk before its answer leaves and before anyone hears of it.
  const answer = async (request: PageRequest): Promise<PageAnswer> => {
    const changed = catchUp(world);
    const result = await answerRequest(world, options, request, controls);
    if (changed || request.method !== 'GET') await save();
    sender.kick();
    return result;
  };
  const hosts = publicUrl ? [new URL(publicUrl).hostname] : [];
  return {
    world,
    sender,
    save,
    settleDue,
    moveClock,
    controls,
    answer,
    hosts,
    setOwnUrl: (url: string) => (ownUrl = url),
  };
}

/** The same reins for tests in this process and, over HTTP, in another. */
function controlsOf(
  world: World,
  sender: WebhookSender,
  save: () => Promise<void>,
  moveClock: (milliseconds: number) => Promise<void>,
): Controls {
  const kept = async <T>(result: T): Promise<T> => {
    await save();
    sender.kick();
    return result;
  };
  return {
    moveClock: async (milliseconds) => {
      await moveClock(milliseconds);
      return world.now();
    },
    dispute: async (charge) => kept(disputeCharge(world, charge)),
    closeDispute: async (charge, outcome) => kept(closeDispute(world, charge, outcome)),
    failRefund: async (refund) => kept(failRefund(world, refund)),
    waiting: () =>
      [...world.state.deliveries.keys()]
        .flatMap((id) => world.state.events.get(id) ?? [])
        .map(({ id, type }) => ({ id, type })),
    hold: () => sender.hold(),
    release: (order) =>
      sender.release(
        order ? (events) => order.flatMap((id) => events.find((event) => event.id === id) ?? []) : undefined,
      ),
    resend: (event) => sender.resend(event),
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
