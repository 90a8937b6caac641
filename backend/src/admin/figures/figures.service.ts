import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CONFIG, type Config } from '../../config/index.js';
import { Clock, DAY } from '../../platform/clock/index.js';
import type { AdminChart, AdminEngine, AdminStats } from './figures.schemas.js';

const ZONE = 'Europe/Zurich';
const RECENT_DAYS = 7;
const COST_DAYS = 30;

/** The figures of the product; what each of them counts is defined in docs/admin-figures.md. Reads only. */
@Injectable()
export class FiguresService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async stats(): Promise<AdminStats> {
    const [row] = await this.em.execute<AdminStats[]>(
      `select
         (select count(*)::int from app_user where deleted_at is null) as "totalUsers",
         (select count(*)::int from subscription where status = 'active') as "activeSubscriptions",
         (select count(*) filter (where reason = 'generation_charge')::int - count(*) filter (where reason = 'generation_return')::int from credit_ledger) as "totalGenerations",
         (select coalesce(sum(amount_rappen - refunded_rappen), 0)::float8 from payment where kind = 'pack') as "totalRevenueRappen",
         (select coalesce(sum(price_rappen), 0)::float8 from subscription where status = 'active') as "monthlyRecurringRevenueRappen",
         (select count(*)::int from app_user where is_blocked and deleted_at is null) as "blockedUsers",
         (select count(*)::int from credit_account where owed > 0) as "usersOwing",
         (select count(*)::int from declaration where status = 'review') as "declarationsInReview",
         (select count(*)::int from refund where status = 'failed') as "failedRefunds",
         (select count(*)::int from misuse_report where status = 'open') as "openMisuseReports",
         (select count(*)::int from payment where credits_held > 0 and wound_up_at is null) as "heldPayments",
         (select count(*)::int from job where outcome = 'failed' and finished_at > ?) as "failedJobs"`,
      [this.ago(RECENT_DAYS)],
    );
    return row!;
  }

  /** One point per day in Switzerland, today last; days on which nothing happened are 0. */
  async chart(days: number): Promise<AdminChart> {
    const rows = await this.em.execute<AdminChart['days']>(
      `with today as (select (?::timestamptz at time zone '${ZONE}')::date as day),
       span as (select generate_series(today.day - ?::int, today.day, interval '1 day')::date as day from today),
       users as (select (created_at at time zone '${ZONE}')::date as day, count(*)::int as number from app_user group by 1),
       revenue as (select (paid_at at time zone '${ZONE}')::date as day, sum(amount_rappen - refunded_rappen)::float8 as number from payment group by 1),
       runs as (
         select (charge.created_at at time zone '${ZONE}')::date as day, count(*)::int as number from credit_ledger charge
         where charge.reason = 'generation_charge' and not exists (select 1 from credit_ledger back where back.reason = 'generation_return' and back.generation_id = charge.generation_id) group by 1
       )
       select to_char(span.day, 'YYYY-MM-DD') as day, coalesce(users.number, 0) as users, coalesce(revenue.number, 0) as "revenueRappen", coalesce(runs.number, 0) as runs
       from span left join users using (day) left join revenue using (day) left join runs using (day) order by span.day`,
      [this.clock.now(), days - 1],
    );
    return { days: rows };
  }

  /** How the engine does. */
  async engine(): Promise<AdminEngine> {
    const [hosted] = await this.em.execute<AdminEngine['hosted'][]>(
      `select count(*)::int as runs, count(*) filter (where status in ('failed', 'overdue', 'gone'))::int as failed, coalesce(round(sum(seconds)), 0)::int as seconds, coalesce(sum(usd_micros), 0)::float8 as "usdMicros"
       from engine_run where created_at > ?`,
      [this.ago(COST_DAYS)],
    );
    return {
      engine: this.config.engine.name,
      trainings: await this.work('ai_profile', 'ready', 'training_started_at', 'ready_at'),
      generations: await this.work('generation', 'completed', 'started_at', 'completed_at'),
      hosted: hosted!,
    };
  }

  private async work(
    table: 'ai_profile' | 'generation',
    done: string,
    began: string,
    ended: string,
  ): Promise<AdminEngine['trainings']> {
    const since = this.ago(RECENT_DAYS);
    const [row] = await this.em.execute<AdminEngine['trainings'][]>(
      `select count(*) filter (where status = '${done}' and ${ended} > ?)::int as completed, count(*) filter (where status = 'failed' and coalesce(${began}, created_at) > ?)::int as failed,
         ceil(percentile_cont(0.5) within group (order by extract(epoch from ${ended} - ${began})) filter (where ${ended} > ? and ${began} is not null))::int as "medianSeconds",
         ceil(percentile_cont(0.95) within group (order by extract(epoch from ${ended} - ${began})) filter (where ${ended} > ? and ${began} is not null))::int as "p95Seconds"
       from ${table}`,
      [since, since, since, since],
    );
    return row!;
  }

  private ago(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY);
  }
}
