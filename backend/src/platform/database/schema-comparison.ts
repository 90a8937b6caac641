import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';

/** Something of a schema: a table, column, constraint, index, trigger or function, as PostgreSQL itself describes it. */
interface SchemaPart {
  kind: 'table' | 'column' | 'constraint' | 'index' | 'trigger' | 'function';
  name: string;
  definition: string;
}

export interface SchemaDifference {
  kind: SchemaPart['kind'];
  name: string;
  /** Null for what should not be there. */
  expected: string | null;
  /** Null for what is missing. */
  found: string | null;
}

/** What somebody adds to a table of ours changes what may be written to it; an index does not. */
const COUNTS_WHEN_ADDED = new Set<SchemaPart['kind']>(['column', 'constraint', 'trigger']);

/** The table of the migrator itself, which makes it as it likes. */
const HISTORY = 'migration';

/** Exists within one transaction only. */
const EXPECTED_SCHEMA = 'schema_as_migrated';

/** In the same words for every schema: with itself as the search path, so that names come unqualified where PostgreSQL allows that. */
const PARTS = `
  select 'table' as kind, t.relname as name,
    case t.relpersistence when 'p' then 'permanent' else 'not permanent' end || case when t.relrowsecurity then ', row security' else '' end as definition
    from pg_class t where t.relnamespace = ?::regnamespace and t.relkind in ('r', 'p')
  union all
  select 'column' as kind, t.relname || '.' || a.attname as name,
    format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as definition
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    where t.relnamespace = ?::regnamespace and t.relkind in ('r', 'p')
  union all
  select 'constraint', t.relname || '.' || c.conname, pg_get_constraintdef(c.oid)
      || case when exists (select 1 from pg_trigger g where g.tgconstraint = c.oid and g.tgenabled <> 'O') then ' (disabled)' else '' end
    from pg_constraint c join pg_class t on t.oid = c.conrelid where t.relnamespace = ?::regnamespace and c.contype <> 'n'
  union all
  select 'index', t.relname || '.' || i.relname, pg_get_indexdef(i.oid) || case when x.indisvalid then '' else ' (not valid)' end
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = ?::regnamespace and t.relkind in ('r', 'p') and not exists (select 1 from pg_constraint c where c.conindid = i.oid and c.conrelid = t.oid)
  union all
  select 'trigger', t.relname || '.' || g.tgname, pg_get_triggerdef(g.oid) || case when g.tgenabled = 'O' then '' else ' (disabled)' end
    from pg_trigger g join pg_class t on t.oid = g.tgrelid where t.relnamespace = ?::regnamespace and not g.tgisinternal
  union all
  select 'function', f.proname || '(' || pg_get_function_identity_arguments(f.oid) || ')', pg_get_functiondef(f.oid)
    from pg_proc f where f.pronamespace = ?::regnamespace and f.prokind in ('f', 'p')`;

/**
 * Compares the schema of a database with the one that the same migrations make from nothing, which they do here in a transaction that is
 * rolled back. Tables, indexes and functions that somebody added are theirs; whatever else is missing, changed or added within a table of ours counts.
 * @param applied names of the migrations that the database has seen
 * @throws what PostgreSQL says, where the user may not create a schema
 */
export async function compareSchema(orm: MikroORM, applied: string[]): Promise<SchemaDifference[]> {
  const em = orm.em.fork();
  await em.begin();
  try {
    const [{ schema }] = await em.execute<[{ schema: string }]>('select current_schema() as schema');
    await orm.migrator.up({
      schema: EXPECTED_SCHEMA,
      migrations: applied,
      transaction: em.getTransactionContext() as never,
    });
    return differencesOf(await partsOf(em, EXPECTED_SCHEMA), await partsOf(em, schema));
  } finally {
    await em.rollback();
  }
}

async function partsOf(em: EntityManager, schema: string): Promise<Map<string, SchemaPart>> {
  await em.execute(`select set_config('search_path', ?, true)`, [`"${schema}"`]);
  const parts = await em.execute<SchemaPart[]>(PARTS, [schema, schema, schema, schema, schema, schema]);
  return new Map(
    parts
      .filter((part) => tableOf(part) !== HISTORY)
      .map(({ kind, name, definition }) => [
        `${kind} ${name}`,
        { kind, name, definition: definition.replaceAll(`${schema}.`, '') },
      ]),
  );
}

function differencesOf(expected: Map<string, SchemaPart>, found: Map<string, SchemaPart>): SchemaDifference[] {
  const tables = new Set([...expected.values()].filter(({ kind }) => kind === 'table').map(tableOf));
  const isOurs = (part: SchemaPart) => COUNTS_WHEN_ADDED.has(part.kind) && tables.has(tableOf(part));
  const missingOrChanged = [...expected]
    .filter(([key, { definition }]) => found.get(key)?.definition !== definition)
    .map(([key, { kind, name, definition }]) => ({
      kind,
      name,
      expected: definition,
      found: found.get(key)?.definition ?? null,
    }));
  const added = [...found]
    .filter(([key, part]) => !expected.has(key) && isOurs(part))
    .map(([, { kind, name, definition }]) => ({ kind, name, expected: null, found: definition }));
  return [...missingOrChanged, ...added];
}

const tableOf = ({ name }: SchemaPart): string => name.split('.')[0]!;
