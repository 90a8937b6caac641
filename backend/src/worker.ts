import { createWorker } from './app/worker.js';
import { readConfig } from './config/index.js';
import { endInTime, runEntry } from './app/run-entry.js';

await runEntry(async () => {
  const config = readConfig(process.env);
  endInTime(config.shutdownMs);
  await createWorker(config);
});
