import { fileURLToPath } from 'node:url';
import type { EntityManager } from '@mikro-orm/postgresql';
import { describe, expect, test } from 'vitest';
import { db } from '../../src/credits/credits.tables.js';
import { findForeignUses, readSources, type ForeignUse, type Source } from './table-uses.js';

/** The list of all entities for MikroORM. */
const LIST_OF_ALL = 'app/entities.ts';

const sources = readSources(fileURLToPath(new URL('../../src/', import.meta.url)));
const lines = (uses: ForeignUse[]) => uses.map(({ path, table }) => `${path}: ${table}`);

describe('walls reach down to the tables', () => {
  test('a feature names its own tables only', { timeout: 60_000 }, () => {
    const found = findForeignUses(sources).filter(({ path }) => path !== LIST_OF_ALL);
    expect(lines(found)).toEqual([]);
  });

  const imports = `import { queriesOver } from '../platform/database/index.js';\nimport { sql } from 'kysely';\n`;
  test.each([
    ['a string of SQL', `em.execute('select 1 from credit_account where user_id = ?', [id])`],
    ['a string of SQL that joins', 'em.execute(`select 1 from style s join credit_account a on a.user_id = ${id}`)'],
    ['a list of tables', `em.execute('select 1 from style s, credit_account a')`],
    ['an update', `em.execute('update credit_account set owed = 0')`],
    ['an insertion', `em.execute('insert into credit_account (user_id) values (?)', [id])`],
    ['a deletion', `em.execute('delete from credit_account')`],
    ['a fragment', 'sql`select 1 from ${table} where exists (select 1 from credit_account)`'],
    ['a typed query', `queriesOver<Any>(em).selectFrom('credit_account').selectAll()`],
    ['a typed query under another name', `queriesOver<Any>(em).selectFrom(['style', 'credit_account as a'])`],
    [
      'a typed query that joins',
      `queriesOver<Any>(em).selectFrom('style').leftJoin('credit_account as a', 'a.id', 'id')`,
    ],
    ['a typed update', `queriesOver<Any>(em).updateTable('credit_account').set({ owed: 0 })`],
    ['a table by its name', `sql.table('credit_account')`],
    ['a description of a table', `describe({ table: 'credit_account' })`],
    ['a list of names', `for (const table of ['style', 'credit_account']) sweep(table)`],
  ])('%s that names another feature’s table is found', (_, planted) => {
    expect(lines(findForeignUses(withPlant(`${imports}${planted};`)))).toEqual(['styles/planted.ts: credit_account']);
  });

  test('an entity of another feature is found, its type alone is not', () => {
    const used = `import { CreditAccount } from '../credits/index.js';\nem.find(CreditAccount, {});`;
    expect(lines(findForeignUses(withPlant(used)))).toEqual(['styles/planted.ts: credit_account']);
    const typeOnly = `import { CreditsService, type CreditAccount } from '../credits/index.js';`;
    expect(findForeignUses(withPlant(typeOnly))).toEqual([]);
  });

  test('words that are tables elsewhere are left alone', () => {
    const plain = `log('the plan of a session'); push({ kind: 'generation' }); sql\`select balance from style where plan = 'job'\`;`;
    expect(findForeignUses(withPlant(plain))).toEqual([]);
  });

  test('a typed query over another feature’s table does not compile', () => {
    const build = (em: EntityManager) => {
      db(em).selectFrom('credit_account').select('balance');
      // @ts-expect-error a table of identity's
      db(em).selectFrom('app_user').select('id');
      // @ts-expect-error a column that is none
      db(em).selectFrom('credit_account').select('saldo');
    };
    expect(build).toBeTypeOf('function');
  });
});

/** The tables' definitions and one more file in `styles`. */
const withPlant = (text: string): Source[] => [
  ...sources.filter(({ path }) => path.endsWith('.entity.ts')),
  { path: 'styles/planted.ts', text },
];
