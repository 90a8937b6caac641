import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { readTrainings } from '../../ai-profiles/index.js';
import { CONFIG, type Config } from '../../config/index.js';
import { declarationFigures } from '../../contracts/index.js';
import { newUsersByDay, userFigures } from '../../identity/index.js';
import { paymentFigures, revenueByDay } from '../../payments/index.js';
import { creditFigures, paidRunsByDay } from '../../credits/index.js';
import { readHostedRuns } from '../../engine-runs/index.js';
import { countComplaints, readRuns } from '../../generations/index.js';
import { misuseFigures } from '../../misuse/index.js';
import { Clock, DAY } from '../../platform/clock/index.js';
import { queriesOver } from '../../platform/database/index.js';
import { failedJobs } from '../../platform/queue/index.js';
import { StylesService } from '../../styles/index.js';
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
    private readonly styles: StylesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async stats(): Promise<AdminStats> {
    return queriesOver<object>(this.em)
      .selectNoFrom([
        userFigures.users.as('totalUsers'),
        paymentFigures.activeSubscriptions.as('activeSubscriptions'),
        creditFigures.paidRuns.as('totalGenerations'),
        paymentFigures.packRevenueRappen.as('totalRevenueRappen'),
        paymentFigures.monthlyRecurringRappen.as('monthlyRecurringRevenueRappen'),
        userFigures.blocked.as('blockedUsers'),
        creditFigures.usersOwing.as('usersOwing'),
        declarationFigures.inReview.as('declarationsInReview'),
        paymentFigures.failedRefunds.as('failedRefunds'),
        misuseFigures.openReports.as('openMisuseReports'),
        paymentFigures.heldPayments.as('heldPayments'),
        failedJobs(this.ago(RECENT_DAYS)).as('failedJobs'),
      ])
      .executeTakeFirstOrThrow();
  }

  /** One point per day in Switzerland, today last; days on which nothing happened are 0. */
  async chart(days: number): Promise<AdminChart> {
    // One day more than shown, so that the first day is whole in Swiss time.
    const since = this.ago(days + 1);
    const { rows } = await sql<AdminChart['days'][number]>`
      with today as (select (${this.clock.now()}::timestamptz at time zone ${sql.lit(ZONE)})::date as day),
      span as (select generate_series(today.day - ${days - 1}::int, today.day, interval '1 day')::date as day from today)
      select to_char(span.day, 'YYYY-MM-DD') as day, coalesce(users.number, 0) as users, coalesce(revenue.number, 0) as "revenueRappen", coalesce(runs.number, 0) as runs
      from span left join ${newUsersByDay(ZONE, since)} users using (day) left join ${revenueByDay(ZONE, since)} revenue using (day)
      left join ${paidRunsByDay(ZONE, since)} runs using (day) order by span.day`.execute(queriesOver(this.em));
    return { days: rows };
  }

  /** How the engine does. */
  async engine(): Promise<AdminEngine> {
    const lately = this.ago(RECENT_DAYS);
    return {
      engine: this.config.engine.name,
      trainings: await readTrainings(this.em, lately),
      generations: await readRuns(this.em, lately),
      hosted: await readHostedRuns(this.em, this.ago(COST_DAYS)),
      complaints: await this.complaints(),
    };
  }

  private async complaints(): Promise<AdminEngine['complaints']> {
    const counted = await countComplaints(this.em);
    const styles = await this.styles.byIds([...new Set(counted.map(({ style_id }) => style_id))]);
    return counted.map(({ style_id, engine, complaint, count }) => ({
      style: styles.find(({ id }) => id === style_id)?.displayName ?? '',
      engine: engine as AdminEngine['engine'],
      complaint,
      count,
    }));
  }

  private ago(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY);
  }
}
