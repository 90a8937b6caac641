import { createWorker } from './app/worker.js';
import { readConfig } from './config/index.js';
import { runEntry } from './app/run-entry.js';

await runEntry(async () => {
  await createWorker(readConfig(process.env));
});
