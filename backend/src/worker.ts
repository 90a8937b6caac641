import { fileURLToPath } from 'node:url';
import { endWithParent } from './app/end-with-parent.js';
import { createWorker, runOneJob } from './app/worker.js';
import { readConfig, type Config } from './config/index.js';
import { endInTime, runEntry } from './app/run-entry.js';
import { BEAT_MS, type ChildMessage } from './platform/queue/index.js';

/** With the id of a job this runs that one, as a worker starts it for a job that may kill its process; and has so many milliseconds to end. */
const [, , jobId, shutdownMs] = process.argv;

await runEntry(async () => {
  const configured = readConfig(process.env);
  const config = jobId ? { ...configured, shutdownMs: Number(shutdownMs) } : configured;
  endInTime(config.shutdownMs);
  if (jobId) await runForWorker(config, jobId);
  else await createWorker(config, fileURLToPath(import.meta.url));
});

async function runForWorker(config: Config, id: string): Promise<void> {
  const tell = (message: ChildMessage) =>
    new Promise<void>((resolve) => {
      if (!process.connected || !process.send) return resolve();
      process.send(message, undefined, undefined, () => resolve());
    });
  let isAskedToEnd = false;
  process.once('SIGTERM', () => (isAskedToEnd = true));
  endWithParent(config.shutdownMs);
  // The worker is gone, whatever killed it: the job is handed back.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const beating = setInterval(() => void tell({ type: 'beat' }), BEAT_MS);
  await runOneJob(config, id, {
    isAskedToEnd: () => isAskedToEnd || !process.connected,
    onBegun: () => void tell({ type: 'begun' }),
    onEnded: (attempt) => tell({ type: 'ended', attempt }),
  });
  clearInterval(beating);
  process.exit(0);
}
