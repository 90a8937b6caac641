import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultSite } from './app/default-site.js';
import { describeOffline } from './app/describe-offline.js';
import { facts } from './facts/index.js';
import { siteFingerprint } from './site/index.js';

/** `write-openapi [FOLDER]`: writes openapi.json, facts.json and site.json, by default into openapi/. Needs no database, no Redis, no environment. */
const target = process.argv[2] ?? fileURLToPath(new URL('../../openapi/', import.meta.url));
await mkdir(target, { recursive: true });
await writeFile(join(target, 'openapi.json'), `${JSON.stringify(await describeOffline(), null, 2)}\n`);
await writeFile(join(target, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
const site = defaultSite();
await writeFile(
  join(target, 'site.json'),
  `${JSON.stringify({ fingerprint: siteFingerprint(site), data: site }, null, 2)}\n`,
);
