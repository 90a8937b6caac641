import { parseArgs } from 'node:util';
import { restore } from './app/restore.js';
import { CommandRefused, runEntry } from './app/run-entry.js';
import { readConfig } from './config/index.js';

/** Brings a backup into an empty installation: `--identity FILE`, and `--from KEY` for another one than the newest. */
await runEntry(async () => {
  const { values } = parseArgs({ options: { identity: { type: 'string' }, from: { type: 'string' } } });
  if (!values.identity) throw new CommandRefused('Aufruf: restore --identity DATEI [--from database/….dump.age]');
  const { key, restored, unreadable } = await restore(readConfig(process.env), values.identity, values.from);
  for (const object of unreadable) process.stderr.write(`cannot be read: ${object}\n`);
  process.stdout.write(
    `${key ?? 'What was missing'} is restored, with ${restored} objects. Next: migrate, then replay, which repeats deletions made since; then start API and worker.\n`,
  );
  if (unreadable.length > 0) process.exitCode = 1;
});
