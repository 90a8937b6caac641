import { replayJournal } from './app/replay-journal.js';
import { runEntry } from './app/run-entry.js';
import { readConfig } from './config/index.js';

/** For use after a restore, before API and worker start. May be run any number of times. */
await runEntry(async () => {
  const { lines, repeated } = await replayJournal(readConfig(process.env));
  process.stdout.write(`${lines} lines read, ${repeated} deletions repeated\n`);
});
