import type { INestApplicationContext } from '@nestjs/common';
import { Pool } from 'pg';
import Stripe from 'stripe';
import { createWorker } from '../../src/app/worker.js';
import { ReconciliationService } from '../../src/payments/synchronisation/reconciliation.service.js';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import { Clock, HOUR } from '../../src/platform/clock/index.js';
import type { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { promote } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { until } from '../support/until.js';
import { Postman } from './postman.js';
import { Saboteur } from './saboteur.js';

const OWN_CONNECTIONS = 'property tests';
/** A training yields to the runs of others for a minute at most; only then it is its turn, however slow the machine. */
export const PATIENCE_MS = 60_000 + 30_000;
/** Times a worker is started before that counts as a fault. */
const STARTS = 5;

/** The product with everything around it that can go wrong: network, database line, provider, worker, time. */
export class World {
  /** Who gives goodwill. */
  admin!: Caller;
  private worker!: INestApplicationContext;
  private restarting: Promise<void> = Promise.resolve();
  private shiftedMs = 0;

  private constructor(
    readonly product: Product,
    readonly stripe: Stripe,
    readonly postman: Postman,
    readonly saboteur: Saboteur,
    /** Connections that do not break. */
    readonly database: Pool,
  ) {}

  static async open(): Promise<World> {
    const product = await startProduct({
      worker: false,
      everyEvent: true,
      env: { LOG_LEVEL: process.env['BILDNIS_PROPERTY_LOG'] ?? 'silent' },
    });
    const provider = new URL(product.stripe.url);
    const stripe = new Stripe(product.config.stripe.secretKey, {
      host: provider.hostname,
      port: Number(provider.port),
      protocol: 'http',
      telemetry: false,
    });
    const world = new World(
      product,
      stripe,
      new Postman(product.stripe),
      new Saboteur(),
      new Pool({ connectionString: product.config.databaseUrl, application_name: OWN_CONNECTIONS, max: 4 }),
    );
    world.saboteur.tap(product.api.get(PaymentProvider));
    await world.startWorker();
    world.admin = await promote(product, await customer(product), { secondFactor: true });
    return world;
  }

  async close(): Promise<void> {
    await this.postman.stop();
    await this.restarting;
    await this.worker.close();
    await this.database.end();
    await this.product.stop();
  }

  /** Ends the worker, as a deployment does, and starts another. */
  restartWorker(): Promise<void> {
    this.restarting = this.restarting.then(async () => {
      await this.worker.close();
      await this.startAgain();
    });
    return this.restarting;
  }

  /** Every connection to the database breaks; what is under way on them is lost. */
  async breakDatabase(): Promise<void> {
    await this.database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> $1',
      [OWN_CONNECTIONS],
    );
  }

  /** Time passes for everybody. Nobody has to sign in again for it. */
  async passTime(hours: number): Promise<void> {
    await this.restarting;
    this.shiftedMs += hours * HOUR;
    for (const app of [this.product.api, this.worker]) app.get(Clock).shift(hours * HOUR);
    await this.product.stripe.advance({ hours });
    await this.database.query(
      `update session set expires_at = expires_at + make_interval(hours => $1), last_seen_at = last_seen_at + make_interval(hours => $1)`,
      [hours],
    );
  }

  now(): Date {
    return new Date(Date.now() + this.shiftedMs);
  }

  /** Resolves when all that was noted has been done. */
  async settle(): Promise<void> {
    await this.restarting;
    await this.postman.settle();
    await until('all work to be done', async () => ((await this.openJobs()) === 0 ? true : null), PATIENCE_MS).catch(
      async (error: Error) => {
        throw new Error(`${error.message}; unfinished:\n${await this.unfinished()}`);
      },
    );
  }

  /** The night: every customer that could have changed unheard is read again. */
  async reconcile(): Promise<void> {
    const reconciliation = this.worker.get(ReconciliationService, { strict: false });
    while ((await reconciliation.noteDue()) > 0) await this.settle();
  }

  violations(): Promise<string[]> {
    return checkInvariants(this.product.em(), this.product.api.get(PaymentProvider));
  }

  /** The work that has begun or could begin, for a message. */
  async unfinished(): Promise<string> {
    const { rows } = await this.database.query(
      `select topic, attempt, dispatches, run_after, dispatched_at, leased_until, last_error, created_at, $1::timestamptz as now from job where finished_at is null and run_after <= $1::timestamptz + interval '1 hour' order by run_after`,
      [this.now()],
    );
    return rows.map((row) => JSON.stringify(row)).join('\n');
  }

  private async openJobs(): Promise<number> {
    const { rows } = await this.database.query<{ open: number }>(
      'select count(*)::int as open from job where finished_at is null and run_after <= $1',
      [this.now()],
    );
    return rows[0]!.open;
  }

  /** As a supervisor does: the database may break just while a worker starts. */
  private async startAgain(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.startWorker();
      } catch (error) {
        if (attempt === STARTS) throw error;
      }
    }
  }

  private async startWorker(): Promise<void> {
    this.worker = await createWorker(this.product.config);
    this.worker.get(Clock).shift(this.shiftedMs);
    this.saboteur.tap(this.worker.get(PaymentProvider));
    await hurry(this.worker);
  }
}
