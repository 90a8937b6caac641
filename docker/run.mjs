/** What a container of the backend runs: one of the commands below, and what follows its name. */
const ENTRIES = {
  api: 'main.js',
  worker: 'worker.js',
  migrate: 'migrate.js',
  sweep: 'sweep.js',
  check: 'check-installation.js',
  invariants: 'check-invariants.js',
  replay: 'replay-journal.js',
  backup: 'backup.js',
  restore: 'restore.js',
  'make-admin': 'make-admin.js',
};

const command = process.argv[2] ?? 'api';
if (command === 'ready' || command === 'live') {
  const port = (command === 'live' && process.env.HEALTH_PORT) || (process.env.PORT ?? 3000);
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/health/${command}`).catch(() => null);
  process.exit(answer?.ok ? 0 : 1);
} else if (Object.hasOwn(ENTRIES, command)) {
  // An entry finds what follows its name where it would if it were called by itself.
  process.argv.splice(2, 1);
  // Asked by `live`, which looks where the API would be.
  if (command === 'worker') process.env.HEALTH_PORT ??= process.env.PORT ?? '3000';
  await import(new URL(`backend/dist/${ENTRIES[command]}`, import.meta.url));
} else {
  process.stderr.write(`unknown command: ${command} (${Object.keys(ENTRIES).join(' | ')} | ready | live)\n`);
  process.exitCode = 2;
}
