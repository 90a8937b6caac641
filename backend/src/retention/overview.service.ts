import { Inject, Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { countUnjournaled } from '../privacy/index.js';
import { Clock } from '../platform/clock/index.js';
import { at, isOverFor, RETENTION_RULES, type RetentionRule } from '../platform/retention/index.js';
import { OWNED_TERMS } from './owned-terms.js';
import type { RetentionRuleView } from './retention.schemas.js';
import { RetentionTask } from './retention-task.entity.js';
import { requireKnown, type RuleTerms } from './rule.js';

/** Whether what is promised is kept: how much is still there that should have gone, and how each task fared. */
@Injectable()
export class RetentionOverview {
  private readonly logger = new Logger('retention');
  private readonly terms: readonly RuleTerms[];

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    @Inject(RETENTION_RULES) plain: readonly RetentionRule[],
  ) {
    this.terms = [...Object.values(OWNED_TERMS), ...requireKnown(plain)];
  }

  async read(): Promise<{ items: RetentionRuleView[]; unjournaled: number }> {
    const em = this.em.fork();
    const tasks = new Map((await em.find(RetentionTask, {})).map((task) => [task.rule, task]));
    const items: RetentionRuleView[] = [];
    for (const rule of this.terms) {
      const task = tasks.get(rule.name);
      items.push({
        rule: rule.name,
        kept: rule.kept,
        ...(await this.overdue(em, rule)),
        lastRunAt: task?.lastRunAt?.toISOString() ?? null,
        lastFound: task?.lastFound ?? 0,
        lastEffectAt: task?.lastEffectAt?.toISOString() ?? null,
        lastOutcome: task?.lastOutcome ?? null,
        total: task?.total ?? 0,
      });
    }
    return { items, unjournaled: await countUnjournaled(em, this.clock.now()) };
  }

  /** By how many seconds each promise is late: 0 where it is kept, at least 1 where something is overdue. */
  async lateness(): Promise<Map<string, number>> {
    const em = this.em.fork();
    const now = this.clock.now().getTime();
    const late = new Map<string, number>();
    for (const rule of this.terms) {
      const { overdue, promisedUntil } = await this.overdue(em, rule);
      const seconds = promisedUntil === null ? 0 : (now - Date.parse(promisedUntil)) / 1000;
      late.set(rule.name, overdue === 0 ? 0 : Math.max(1, seconds));
    }
    return late;
  }

  /** One line at error level for each promise that is not kept. */
  async raiseAlarms(): Promise<void> {
    const em = this.em.fork();
    for (const rule of this.terms) {
      const { overdue, promisedUntil } = await this.overdue(em, rule);
      if (overdue > 0) this.logger.error({ rule: rule.name, overdue, promisedUntil }, 'retention is overdue');
    }
    const unjournaled = await countUnjournaled(em, this.clock.now());
    if (unjournaled > 0) this.logger.error({ unjournaled }, 'deletions are missing in the journal');
  }

  /** What waits for something else counts as well: a reminder that cannot be sent is a promise that is not kept. */
  private async overdue(
    em: EntityManager,
    rule: RuleTerms,
  ): Promise<{ overdue: number; promisedUntil: string | null }> {
    const over = rule.lateWhen ?? isOverFor(rule, rule.grace);
    const [row] = await em.execute<{ overdue: number; oldest: Date | string | null }[]>(
      ...at(
        `select count(*)::int as overdue, min(${rule.since} + interval '${rule.kept}') as oldest from ${rule.table} t where ${over}`,
        this.clock.now(),
      ),
    );
    return { overdue: row!.overdue, promisedUntil: row!.oldest === null ? null : new Date(row!.oldest).toISOString() };
  }
}
