import { Inject, Injectable } from '@nestjs/common';
import { PacksService, PlansService } from '../catalogue/index.js';
import { CONFIG, type Config } from '../config/index.js';
import { Clock } from '../platform/clock/index.js';
import { StylesService } from '../styles/index.js';
import { describeSite } from './describe-site.js';
import type { Site } from './site.schemas.js';

@Injectable()
export class SiteService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly plans: PlansService,
    private readonly packs: PacksService,
    private readonly styles: StylesService,
    private readonly clock: Clock,
  ) {}

  async describe(): Promise<Site> {
    return describeSite(
      this.config,
      await this.plans.list(),
      await this.packs.list('everybody'),
      await this.styles.listEnabled(),
      this.clock.now(),
    );
  }
}
