import { ConfigurationError } from '../config/index.js';
import { timeToEnd } from '../platform/outages/index.js';
import { isClosedRead } from './closed-reads.js';

/** Anything else that nobody answers to ends the process, as Node would. */
function tolerateClosedReadsWhileStopping(): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => (stopping = true));
  process.on('unhandledRejection', (reason) => {
    if (stopping && isClosedRead(reason)) return;
    throw reason;
  });
}

const LOOK_MS = 500;

/**
 * Ends this process in time, however silent a connection that is being closed: nothing is lost that a lease or a transaction does not
 * give back.
 * @param longestMs for what goes on as it should, such as a slow upload
 */
export function endInTime(longestMs: number): void {
  const cutOff = (signal: NodeJS.Signals, seconds: number) => {
    process.stderr.write(`not ended ${seconds} s after ${signal}: cut off\n`);
    process.exit(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      const since = performance.now();
      let limit = longestMs;
      setInterval(() => {
        const ms = performance.now() - since;
        // A connection that is closed meanwhile no longer knows that its service is away.
        limit = Math.min(limit, timeToEnd(longestMs));
        if (ms >= limit) cutOff(signal, Math.round(ms / 1000));
      }, LOOK_MS).unref();
    });
}

/** A command of the operator cannot do what it was asked for; its words say why, in German. */
export class CommandRefused extends Error {}

/** Runs an entry point: one clear line and exit code 1 when it cannot start; tells a supervisor when it has. */
export async function runEntry(start: () => Promise<void>): Promise<void> {
  tolerateClosedReadsWhileStopping();
  try {
    await start();
    process.send?.({ type: 'ready' });
  } catch (error) {
    const message =
      error instanceof ConfigurationError || error instanceof CommandRefused
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 500).unref();
  }
}
