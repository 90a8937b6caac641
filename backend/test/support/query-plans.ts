import { createRequire } from 'node:module';
import type { Client as PgClient } from 'pg';
import { Client } from 'pg';
import { SMALL_TABLES } from './filled-database.js';

/** A query as the driver gets it. */
export interface SentQuery {
  text: string;
  values: unknown[];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** So many rows of one table may belong to one customer, or to a page of a list. */
const FEW = 100;

type Query = (this: PgClient & { database?: string }, text: unknown, ...rest: unknown[]) => unknown;

/** The driver that the ORM has loaded. */
const driver = createRequire(createRequire(import.meta.url).resolve('@mikro-orm/postgresql'))('pg') as {
  Client: { prototype: { query: Query } };
};

/** Notes the queries that this process sends to a database from now on; other products of it have others. @returns the notes, and what ends them */
export function noteQueries(database: string): { sent: SentQuery[]; stop: () => void } {
  const sent: SentQuery[] = [];
  const { prototype } = driver.Client;
  const { query } = prototype;
  prototype.query = function (text, ...rest) {
    const asked = (typeof text === 'string' ? { text, values: rest[0] } : text) as Partial<SentQuery>;
    if (this.database === database && typeof asked.text === 'string')
      sent.push({ text: asked.text, values: Array.isArray(asked.values) ? asked.values : [] });
    return query.call(this, text, ...rest);
  };
  return { sent, stop: () => (prototype.query = query) };
}

/**
 * Runs queries anew, without their effect, to see what they read. Sequential scans are discouraged: PostgreSQL then scans a table only where no
 * index helps.
 */
export class QueryPlans {
  private constructor(private readonly client: Client) {}

  static async at(url: string): Promise<QueryPlans> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`set enable_seqscan = off; set lock_timeout = '5s'`);
    return new QueryPlans(client);
  }

  /** @returns the growing tables of which the query reads more than a few rows, or which it scans */
  async largeReadsOf({ text, values }: SentQuery): Promise<string[]> {
    if (!/^\s*(?:select|with|update|delete|insert)\b/i.test(text)) return [];
    await this.client.query('begin');
    try {
      const { rows } = await this.client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      );
      const read = new Map<string, number>();
      countReads(rows[0]!['QUERY PLAN'][0]!.Plan, read);
      return [...read].flatMap(([table, number]) => (number > FEW && !SMALL_TABLES.has(table) ? [table] : []));
    } finally {
      await this.client.query('rollback');
    }
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

/** Adds up how many rows of each table a plan has read, also those that it then left out. A scan counts as one without end. */
function countReads(plan: Plan, read: Map<string, number>): void {
  const table = plan['Relation Name'];
  if (table !== undefined && plan['Node Type'].endsWith('Scan')) {
    const left = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
    const rows = plan['Node Type'] === 'Seq Scan' ? Infinity : (plan['Actual Rows'] + left) * plan['Actual Loops'];
    if (plan['Actual Loops'] > 0) read.set(table, (read.get(table) ?? 0) + rows);
  }
  for (const below of plan.Plans ?? []) countReads(below, read);
}
