import { migrate } from './app/migrate.js';
import { runEntry } from './app/run-entry.js';

await runEntry(async () => {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL is needed');
  await migrate(url);
});
