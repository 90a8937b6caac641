import { createRequire } from 'node:module';
import type { Client as PgClient } from 'pg';
import { Client } from 'pg';
import { GROWING } from './filled-database.js';

/** A query as the driver gets it. */
export interface SentQuery {
  text: string;
  values: unknown[];
}

interface Plan {
  'Node Type': string;
  'Plan Rows': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: Plan[];
}

/** So many rows of one table may belong to one customer, or to a page of a list. */
const FEW = 100;

type Query = (this: PgClient, text: unknown, ...rest: unknown[]) => unknown;

/** The driver that the ORM has loaded. */
const driver = createRequire(createRequire(import.meta.url).resolve('@mikro-orm/postgresql'))('pg') as {
  Client: { prototype: { query: Query } };
};

/** Notes the queries that this process sends from now on. @returns the notes, and what ends them */
export function noteQueries(): { sent: SentQuery[]; stop: () => void } {
  const sent: SentQuery[] = [];
  const { prototype } = driver.Client;
  const { query } = prototype;
  prototype.query = function (text, ...rest) {
    const asked = (typeof text === 'string' ? { text, values: rest[0] } : text) as Partial<SentQuery>;
    if (typeof asked.text === 'string')
      sent.push({ text: asked.text, values: Array.isArray(asked.values) ? asked.values : [] });
    return query.call(this, text, ...rest);
  };
  return { sent, stop: () => (prototype.query = query) };
}

/** Asks PostgreSQL how it would answer queries that it need not answer, as if reading whole tables were dear: only where it must, it says it would. */
export class QueryPlans {
  private constructor(
    private readonly client: Client,
    private readonly partial: ReadonlySet<string>,
  ) {}

  static async at(url: string): Promise<QueryPlans> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query<{ name: string }>(
      'select indexrelid::regclass::text as name from pg_index where indpred is not null',
    );
    return new QueryPlans(client, new Set(rows.map(({ name }) => name)));
  }

  /** @returns the growing tables of which the query reads more than a few rows */
  async largeReadsOf({ text, values }: SentQuery): Promise<string[]> {
    if (!/^\s*(?:select|with|update|delete|insert)\b/i.test(text)) return [];
    const { rows } = await this.client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (format json) ${text}`,
      values,
    );
    return [...new Set(this.largeReads(rows[0]!['QUERY PLAN'][0]!.Plan, false))];
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** @param isBounded whether what is above asks for the first rows only */
  private *largeReads(plan: Plan, isBounded: boolean): Generator<string> {
    const table = plan['Relation Name'];
    if (table && (GROWING as readonly string[]).includes(table) && this.isLarge(plan, isBounded)) yield table;
    const type = plan['Node Type'];
    const passesOn = ['Nested Loop', 'Subquery Scan', 'Result', 'LockRows', 'Append', 'Memoize'].includes(type);
    for (const below of plan.Plans ?? []) yield* this.largeReads(below, type === 'Limit' || (isBounded && passesOn));
  }

  private isLarge(plan: Plan, isBounded: boolean): boolean {
    const { 'Node Type': type, 'Plan Rows': rows, 'Index Name': index, 'Index Cond': condition, Filter: filter } = plan;
    if (type === 'Seq Scan') return true;
    if (!type.endsWith('Scan')) return false;
    // The first rows by an index are few, unless few of all are wanted.
    if (isBounded)
      return filter !== undefined && rows < FEW && condition === undefined && !this.partial.has(index ?? '');
    return rows > FEW || (condition === undefined && type.startsWith('Index') && !this.partial.has(index ?? ''));
  }
}
