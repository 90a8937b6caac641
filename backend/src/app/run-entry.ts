import { ConfigurationError } from '../config/index.js';

/** Runs an entry point: one clear line and exit code 1 when it cannot start; tells a supervisor when it has. */
export async function runEntry(start: () => Promise<void>): Promise<void> {
  try {
    await start();
    process.send?.({ type: 'ready' });
  } catch (error) {
    const message = error instanceof ConfigurationError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 500).unref();
  }
}
