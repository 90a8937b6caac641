import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { Clock, MINUTE } from '../platform/clock/index.js';
import type { Finding } from './checks/finding.js';
import { DEFAULTS, runChecks } from './checks/run-checks.js';

/** Each check asks services that others wait for, too: what was found is good for so long. */
const GOOD_FOR_MS = MINUTE;

export interface Report {
  at: Date;
  found: Finding[];
}

/** Looks at the installation this process belongs to. */
@Injectable()
export class InstallationChecks {
  private last: Promise<Report> | null = null;
  private lastAt = -Infinity;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** What was found within the last minute, by one look however many ask. */
  read(): Promise<Report> {
    if (this.last && performance.now() - this.lastAt < GOOD_FOR_MS) return this.last;
    this.lastAt = performance.now();
    this.last = this.look();
    return this.last;
  }

  private async look(): Promise<Report> {
    const at = this.clock.now();
    const found = await runChecks({
      ...DEFAULTS,
      isFromWithin: true,
      config: this.config,
      mode: this.config.mode,
      now: () => this.clock.now(),
    });
    return { at, found };
  }
}
