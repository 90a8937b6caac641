import { readConfig } from './config/index.js';
import { runEntry } from './app/run-entry.js';
import { sweep } from './app/sweep.js';
import { describeSweep, isTidy } from './stored-objects/index.js';

/** Says which stored objects and rows have lost each other; `--repair` mends what can be. Ends with 1 where something is amiss and stays so. */
await runEntry(async () => {
  const report = await sweep(readConfig(process.env), { repair: process.argv.includes('--repair') });
  process.stdout.write(`${describeSweep(report).join('\n')}\n`);
  if (!isTidy(report)) process.exitCode = 1;
});
