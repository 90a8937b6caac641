import { askOnTerminal, checkInstallation } from './app/check-installation.js';
import { runEntry } from './app/run-entry.js';

/** One line for each part of the installation; fails while something is left to do. */
await runEntry(async () => {
  const isDone = await checkInstallation(process.argv.slice(2), {
    env: process.env,
    write: (text) => void process.stdout.write(text),
    ask: askOnTerminal,
  });
  process.exit(isDone ? 0 : 1);
});
