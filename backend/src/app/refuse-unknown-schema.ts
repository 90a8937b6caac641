import { readdirSync } from 'node:fs';
import type { MikroORM } from '@mikro-orm/postgresql';
import { compareSchema, type SchemaDifference } from '../platform/database/index.js';
import { CommandRefused } from './run-entry.js';

const KINDS: Record<SchemaDifference['kind'], string> = {
  table: 'Tabelle',
  column: 'Spalte',
  constraint: 'Bedingung',
  index: 'Index',
  trigger: 'Trigger',
  function: 'Funktion',
};
/** PostgreSQL's code for a right that is missing. */
const NOT_PERMITTED = '42501';
const WHAT_TO_DO =
  'Geändert wurde nichts. Bringen Sie das Genannte in Ordnung, oder spielen Sie eine Sicherung zurück, und migrieren Sie dann noch einmal.';

/**
 * Migrations are written for the schema that those before them make: on any other they would fail halfway, or leave it wrong without a word.
 * @throws CommandRefused where the database is newer than this version, has left a migration out, or differs from what its migrations make
 */
export async function refuseUnknownSchema(orm: MikroORM): Promise<void> {
  const applied = (await orm.migrator.getExecuted()).map(({ name }) => nameOf(name));
  const known = migrationsOf(orm);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new CommandRefused(
      `Die Datenbank ist neuer als diese Version: ${unknown.join(', ')} kennt sie nicht. Starten Sie die neuere Version.`,
    );
  const pending = known.filter((name) => !applied.includes(name));
  if (applied.length === 0 || pending.length === 0) return;
  const newest = applied.toSorted().at(-1)!;
  const skipped = pending.filter((name) => name < newest);
  if (skipped.length > 0)
    throw new CommandRefused(
      `Die Datenbank hat ${newest} gesehen, aber nicht, was davor kommt: ${skipped.join(', ')}. ${WHAT_TO_DO}`,
    );
  const differences = await compareSchema(orm, applied).catch(sayNotCompared);
  if (differences.length > 0)
    throw new CommandRefused(
      [
        ...differences.map(told),
        `Die Datenbank ist nicht so, wie ihre ${applied.length} Migrationen sie machen; Unterschiede: ${differences.length}. ${WHAT_TO_DO}`,
      ].join('\n'),
    );
}

/** Some providers of databases keep the right to make a schema, which the comparison needs, to themselves. */
function sayNotCompared(error: { code?: unknown }): [] {
  if (error.code !== NOT_PERMITTED) throw error;
  process.stderr.write(
    'Das Schema liess sich nicht vergleichen: dem Benutzer von DATABASE_URL fehlt das Recht CREATE auf der Datenbank. Migriert wird ohne Vergleich.\n',
  );
  return [];
}

const nameOf = (file: string): string => file.replace(/\.[jt]s$/, '');

const migrationsOf = (orm: MikroORM): string[] =>
  readdirSync(orm.config.get('migrations').path!)
    .filter((file) => /^Migration\d+.*(?<!\.d)\.[jt]s$/.test(file))
    .map(nameOf)
    .toSorted();

function told({ kind, name, expected, found }: SchemaDifference): string {
  const what = `${KINDS[kind]} ${name}`;
  if (found === null) return `- fehlt: ${what}: ${expected}`;
  if (expected === null) return `- zu viel: ${what}: ${found}`;
  return `- anders: ${what}: ${found}\n  statt ${expected}`;
}
