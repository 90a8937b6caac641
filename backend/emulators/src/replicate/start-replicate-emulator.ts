import { serveBytes } from '../pages/byte-server.js';
import { assemble } from './assemble.js';
import { inspection } from './inspection.js';
import type { ReplicateEmulatorOptions } from './options.js';
import { hasEnded } from './runs/ended.js';
import type { ReplicateEmulator } from './emulator.js';
import { defaultTrainer } from './state/trainer.js';

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
  const { parts, sender, save, catchUp, remembered, controls, answer, setOwnUrl } = await assemble(options);
  const hosts = options.publicUrl ? [new URL(options.publicUrl).hostname] : [];
  const server = await serveBytes(options.port ?? 0, answer, { hosts, largestBody, tooLarge });
  setOwnUrl(server.url);
  const { state, clock, runner, blobs } = parts;
  for (const run of state.runs.values()) if (!hasEnded(run.status)) runner.start(run);
  await catchUp();
  const sweep = setInterval(() => void catchUp().catch(() => undefined), sweepInterval);
  sweep.unref();
  return {
    url: server.url,
    port: server.port,
    trainer: options.trainer ?? defaultTrainer,
    now: () => new Date(clock.now()),
    advance: async ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) =>
      void (await controls.moveClock((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)),
    misbehave: (what, where) => controls.misbehave(what, where),
    behave: () => controls.behave(),
    ...inspection(parts),
    calls: () => remembered.all(),
    keptBytes: () => blobs.names(),
    holdWebhooks: () => sender.hold(),
    releaseWebhooks: (order) => sender.release(order),
    waitingWebhooks: () => sender.waiting().map(({ id, run, event }) => ({ id, run, event })),
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
