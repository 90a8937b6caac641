import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, isForVisitors, type Config } from '../config/index.js';
import { HOUR, MINUTE } from '../platform/clock/index.js';
import { Metrics } from '../platform/telemetry/index.js';
import { CHECKS, type Finding } from './checks/finding.js';
import { InstallationChecks } from './installation-checks.service.js';

/** Every hour by every worker alike: what is missing is missing for days. */
const EVERY_MS = HOUR;

/** What the checks of the installation find; nothing in development, which has nothing to set up. */
@Injectable()
export class InstallationMetrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private found: readonly Finding[] | null = null;
  private timer: NodeJS.Timeout | null = null;
  private readonly isMeasured: boolean;

  constructor(
    { meter }: Metrics,
    private readonly checks: InstallationChecks,
    @Inject(CONFIG) { mode, schedules }: Config,
  ) {
    this.isMeasured = isForVisitors(mode) && schedules;
    if (!this.isMeasured) return;
    meter
      .createObservableGauge('installation_check_good', {
        description:
          'Whether a check of the installation has found nothing to do; not a number where it could not look',
      })
      .addCallback((tell) => {
        for (const check of CHECKS) tell.observe(this.valueOf(check), { check });
      });
  }

  private valueOf(check: string): number {
    const found = this.found?.filter((finding) => finding.check === check) ?? [];
    if (found.some(({ state }) => state === 'todo')) return 0;
    return found.length === 0 || found.some(({ state }) => state === 'unknown') ? NaN : 1;
  }

  onApplicationBootstrap(): void {
    if (this.isMeasured) this.lookIn(MINUTE);
  }

  beforeApplicationShutdown(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private lookIn(ms: number): void {
    this.timer = setTimeout(() => {
      this.checks
        .read()
        .then(
          ({ found }) => (this.found = found),
          () => (this.found = null),
        )
        .finally(() => this.lookIn(EVERY_MS));
    }, ms).unref();
  }
}
