import { requireNode } from './node-version.mjs';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fillRecord } from './fill-record.mjs';
import { root } from './workspace.mjs';

/** `npm run records -- FOLDER`: the templates of `docs/privacy`, filled from the facts and the variables of the operator. */
requireNode();
const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('npm run records -- ORDNER\n');
  process.exit(2);
}
const templates = join(root, 'docs', 'privacy');
const facts = JSON.parse(readFileSync(join(root, 'openapi', 'facts.json'), 'utf8'));
mkdirSync(resolve(folder), { recursive: true });
for (const name of readdirSync(templates)) {
  const filled = fillRecord(readFileSync(join(templates, name), 'utf8'), facts, process.env, new Date());
  writeFileSync(join(resolve(folder), name), filled);
  process.stdout.write(`${join(folder, name)}\n`);
}
