import { createApi } from './app/api.js';
import { readConfig } from './config/index.js';
import { endInTime, runEntry } from './app/run-entry.js';

await runEntry(async () => {
  const config = readConfig(process.env);
  endInTime(config.shutdownMs);
  const app = await createApi(config);
  await app.listen(config.port, config.mode === 'embedded' ? '127.0.0.1' : undefined!);
});
