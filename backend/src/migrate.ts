import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from './app/migrate.js';
import { runEntry } from './app/run-entry.js';

/** Migrates the database; in embedded mode also makes the first admin and leaves the password in the data folder. */
await runEntry(async () => {
  const { DATABASE_URL: url, MODE: mode, DATA_DIR: dataDir } = process.env;
  if (!url) throw new Error('DATABASE_URL is needed');
  const admin = await migrate(url, { firstAdmin: mode === 'embedded' });
  if (admin && dataDir)
    await writeFile(join(dataDir, 'admin-password'), `${admin.email}  ${admin.password}\n`, { mode: 0o600 });
});
