import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CONFIG, type Config } from '../config/index.js';
import { Clock } from '../platform/clock/index.js';
import { Metrics, tellFiguresRead } from '../platform/telemetry/index.js';
import { readLastBackup } from './backups.figures.js';

/** How old the newest backup is, told by every worker alike; nothing where none are made. */
@Injectable()
export class BackupMetrics {
  constructor({ meter }: Metrics, em: EntityManager, clock: Clock, @Inject(CONFIG) { backups }: Config) {
    if (!backups) return;
    const age = meter.createObservableGauge('backup_age_seconds', {
      description: 'Time since the newest backup was finished; infinite before the first',
    });
    const checked = meter.createObservableGauge('backup_is_checked', {
      description: 'Whether the newest backup was restored and found right',
    });
    tellFiguresRead(meter, {
      gauges: [age, checked],
      read: async () => ({ last: await readLastBackup(em.fork()), now: clock.now() }),
      tell: (found, tell) => {
        const last = found?.last;
        const seconds = last ? (found.now.getTime() - last.finishedAt.getTime()) / 1000 : Infinity;
        tell(age, found ? seconds : NaN, {});
        tell(checked, found ? Number(last?.isChecked ?? false) : NaN, {});
      },
    });
  }
}
