import { fileURLToPath } from 'node:url';
import { createWorker, runOneJob } from './app/worker.js';
import { readConfig } from './config/index.js';
import { endInTime, runEntry } from './app/run-entry.js';

/** With the id of a job this runs that one, as a worker starts it for a job that may kill its process. */
const jobId = process.argv[2];

await runEntry(async () => {
  const config = readConfig(process.env);
  endInTime(config.shutdownMs);
  if (!jobId) return void (await createWorker(config, fileURLToPath(import.meta.url)));
  // The worker is gone, whatever killed it: the job is handed back.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  await runOneJob(config, jobId);
  process.exit(0);
});
