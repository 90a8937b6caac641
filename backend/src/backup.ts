import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { backUp, type BackupReport } from './app/backup.js';
import { CommandRefused, runEntry } from './app/run-entry.js';
import { readConfig } from './config/index.js';
import { HOUR } from './platform/clock/index.js';

function tell({ key, bytes, copied, removed, faults }: BackupReport): void {
  process.stdout.write(
    `${key}: ${(bytes / 1_000_000).toFixed(1)} MB, ${copied} objects copied, ${removed} removed, ${faults.length === 0 ? 'restored and found right' : 'NOT RIGHT WHEN RESTORED'}\n`,
  );
  for (const fault of faults) process.stderr.write(`${fault}\n`);
}

/** Makes a backup, with `--every 24` one every so many hours. Ends with 1 where one could not be made, or is not right. */
await runEntry(async () => {
  const { values } = parseArgs({ options: { every: { type: 'string' } } });
  const hours = values.every === undefined ? null : Number(values.every);
  if (hours !== null && !(hours > 0)) throw new CommandRefused('--every verlangt eine Anzahl Stunden, etwa 24.');
  const config = readConfig(process.env);
  if (hours === null) {
    const report = await backUp(config);
    tell(report);
    if (report.faults.length > 0) process.exitCode = 1;
    return;
  }
  for (;;) {
    // One that fails is told and tried again soon: the age of the last good one raises an alert.
    const isDone = await backUp(config).then(
      (report) => (tell(report), true),
      (error: unknown) => (process.stderr.write(`${String(error)}\n`), false),
    );
    await pause(isDone ? hours * HOUR : Math.min(hours, 1) * HOUR);
  }
});
