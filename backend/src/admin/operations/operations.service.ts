import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { readTrainings } from '../../ai-profiles/index.js';
import { readLastBackup } from '../../backups/index.js';
import { CONFIG, type Config } from '../../config/index.js';
import { readMovedCredits } from '../../credits/index.js';
import { readRunsByStyle } from '../../generations/index.js';
import { readEmails } from '../../notifications/index.js';
import { readMovedMoney } from '../../payments/index.js';
import { Clock, DAY } from '../../platform/clock/index.js';
import { poolFigures } from '../../platform/database/index.js';
import { servicesAway } from '../../platform/outages/index.js';
import { StylesService } from '../../styles/index.js';
import type { AdminOperations } from './operations.schemas.js';

/** What somebody who is woken at night looks at first; Prometheus is told the same in figures. Reads only. */
@Injectable()
export class OperationsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly styles: StylesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async read(): Promise<AdminOperations> {
    const since = new Date(this.clock.now().getTime() - DAY);
    const [credits, money] = [await readMovedCredits(this.em, since), await readMovedMoney(this.em, since)];
    return {
      version: this.config.version,
      services: [...servicesAway()].map(([name, isAway]) => ({ name, isAway })),
      connections: poolFigures(),
      emails: await readEmails(this.em, since),
      trainings: await readTrainings(this.em, since),
      styles: await this.runsByStyle(since),
      backup: await this.lastBackup(),
      isBackedUp: this.config.backups !== null,
      creditsReturned: credits.generation_return + credits.training_return,
      paidRappen: money.paid,
      returnedRappen: money.returned,
    };
  }

  private async lastBackup(): Promise<AdminOperations['backup']> {
    const last = await readLastBackup(this.em);
    return last && { finishedAt: last.finishedAt.toISOString(), bytes: last.bytes, isChecked: last.isChecked };
  }

  private async runsByStyle(since: Date): Promise<AdminOperations['styles']> {
    const runs = await readRunsByStyle(this.em, since);
    const styles = await this.styles.byIds(runs.map(({ styleId }) => styleId));
    return runs
      .map(({ styleId, ...figures }) => ({
        ...figures,
        styleId,
        style: styles.find(({ id }) => id === styleId)?.displayName ?? '',
      }))
      .toSorted((a, b) => b.completed + b.failed - (a.completed + a.failed));
  }
}
