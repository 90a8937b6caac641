import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { backUp, copyJournalAlone, requireBackups, type BackupReport } from './app/backup.js';
import { CommandRefused, runEntry } from './app/run-entry.js';
import { readConfig, type Config } from './config/index.js';
import { HOUR, MINUTE } from './platform/clock/index.js';

/** How often the journal is copied between two backups. */
const JOURNAL_MS = 10 * MINUTE;
/** One that failed is followed by another one soon. */
const AGAIN_MS = HOUR;

function tell({ key, bytes, copied, removed, faults }: BackupReport): void {
  process.stdout.write(
    `${key}: ${(bytes / 1_000_000).toFixed(1)} MB, ${copied} objects copied, ${removed} removed, ${faults.length === 0 ? 'restored and found right' : 'NOT RIGHT'}\n`,
  );
  for (const fault of faults) process.stderr.write(`${fault}\n`);
}

const complain = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);

/** One backup after the other until it is told to stop; one that fails is told of, and the age of the last good one raises an alert. */
async function keepBackingUp(config: Config, everyMs: number, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const begun = Date.now();
    const isDone = await backUp(config, new Date(), stop).then(
      (report) => (tell(report), true),
      (error: unknown) => (complain(error), false),
    );
    // From begin to begin, so that it does not move through the day.
    const next = begun + (isDone ? everyMs : Math.min(everyMs, AGAIN_MS));
    while (!stop.aborted && Date.now() < next) {
      await pause(Math.min(JOURNAL_MS, next - Date.now()), undefined, { signal: stop }).catch(() => undefined);
      if (!stop.aborted) await copyJournalAlone(config).catch(complain);
    }
  }
}

/** Makes a backup, with `--every 24` one every so many hours. Ends with 1 where one could not be made, or is not right. */
await runEntry(async () => {
  const { values } = parseArgs({ options: { every: { type: 'string' } } });
  const hours = values.every === undefined ? null : Number(values.every);
  if (hours !== null && !(hours > 0)) throw new CommandRefused('--every verlangt eine Anzahl Stunden, etwa 24.');
  const config = readConfig(process.env);
  requireBackups(config);
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  if (hours !== null) return keepBackingUp(config, hours * HOUR, stop.signal);
  const report = await backUp(config, new Date(), stop.signal);
  tell(report);
  if (report.faults.length > 0) process.exitCode = 1;
});
