import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './workspace.mjs';

/** Where migrations are written. */
export const migrationFolder = join(root, 'backend', 'src', 'migrations');
const compiledFolder = join(root, 'backend', 'build', 'migrations');
const checksumFile = join(migrationFolder, 'checksums.json');

/** File names of all migrations without their ending, oldest first. */
export const migrationNames = (folder = migrationFolder) =>
  readdirSync(folder)
    .flatMap((file) => /^(Migration\d{14}_\w+)\.ts$/.exec(file)?.[1] ?? [])
    .sort();

/** The SQL that counts, not the text around it: a comment or the formatter may change a landed migration. */
async function checksumOf(name) {
  const [migration] = Object.values(await import(pathToFileURL(join(compiledFolder, `${name}.js`)).href));
  const instance = new migration();
  await instance.up();
  return createHash('sha256').update(JSON.stringify(instance.getQueries())).digest('hex');
}

const readChecksums = () => (existsSync(checksumFile) ? JSON.parse(readFileSync(checksumFile, 'utf8')) : {});

/**
 * What is wrong with the migrations: databases that have run one would never see a change to it.
 * @param {Record<string, string>} recorded checksums by name
 * @param {Record<string, string>} present checksums by name, of the built migrations
 * @returns {string[]} one line in German per fault
 */
export function findChangedMigrations(recorded, present) {
  const lines = [];
  for (const [name, checksum] of Object.entries(present)) {
    if (recorded[name] === undefined) lines.push(`${name}: neu, ohne Prüfsumme; «npm run gen» trägt sie ein`);
    else if (recorded[name] !== checksum)
      lines.push(
        `${name}: ihr SQL wurde nachträglich geändert; schreiben Sie mit «npm run migration -- NAME» eine neue`,
      );
  }
  for (const name of Object.keys(recorded)) {
    if (present[name] === undefined) lines.push(`${name}: fehlt, wird aber in jeder Datenbank als gelaufen geführt`);
  }
  return lines;
}

const checksumsOfBuild = async () =>
  Object.fromEntries(await Promise.all(migrationNames().map(async (name) => [name, await checksumOf(name)])));

/** Compares the built migrations with their committed checksums. @returns {Promise<{ code: number, output: string }>} */
export async function checkMigrations() {
  const lines = findChangedMigrations(readChecksums(), await checksumsOfBuild());
  if (lines.length === 0) return { code: 0, output: '' };
  const hint =
    'Eine Migration, die noch auf keinem Zweig gelandet ist, darf geändert werden: löschen Sie ihre Zeile in backend/src/migrations/checksums.json und rufen Sie «npm run gen» auf.';
  return { code: 1, output: [...lines, hint].join('\n') };
}

/** Records checksums of new migrations. Those on record are never overwritten. */
export async function recordMigrations() {
  const recorded = readChecksums();
  const all = { ...(await checksumsOfBuild()), ...recorded };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify(sorted, null, 2)}\n`;
  if (!existsSync(checksumFile) || readFileSync(checksumFile, 'utf8') !== text) writeFileSync(checksumFile, text);
}

const stampOf = (date) => date.toISOString().replaceAll(/\D/g, '').slice(0, 14);

/**
 * Time stamp of a new migration: now, but always after the latest one, since they run in the order of their names.
 * @param {string[]} names existing migrations
 * @param {Date} now
 * @returns {string} 14 digits, UTC
 */
export function nextMigrationStamp(names, now) {
  const latest = names.at(-1)?.slice('Migration'.length, 'Migration'.length + 14) ?? '';
  const stamp = stampOf(now);
  return stamp > latest ? stamp : String(BigInt(latest) + 1n);
}

/** Source of a migration that changes nothing yet. */
export const migrationSource = (stamp) => `import { Migration } from '@mikro-orm/migrations';

/** Says what changes and why. */
export class Migration${stamp} extends Migration {
  override up(): void {
    this.addSql(\`select 1\`);
  }
}
`;
