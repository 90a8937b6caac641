import { parseArgs } from 'node:util';
import { restore } from './app/restore.js';
import { CommandRefused, runEntry } from './app/run-entry.js';
import { readConfig } from './config/index.js';

/** Brings a backup into an empty installation: `--identity FILE`, and `--from KEY` for another one than the newest. */
await runEntry(async () => {
  const { values } = parseArgs({ options: { identity: { type: 'string' }, from: { type: 'string' } } });
  if (!values.identity) throw new CommandRefused('Aufruf: restore --identity DATEI [--from database/….dump.age]');
  const { key, objects } = await restore(readConfig(process.env), values.identity, values.from);
  process.stdout.write(
    `${key} is restored, with ${objects} objects. Next: replay, which repeats deletions made since; then start API and worker.\n`,
  );
});
