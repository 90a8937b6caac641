import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../../platform/queue/index.js';
import { LayersRunService } from './layers-run.service.js';
import { VersionRunService } from './version-run.service.js';
import { LayersRequested, RemadeVersionRequested, VersionRequested } from './versions.events.js';

/** Makes versions of portraits, and the layers that show them. */
@Injectable()
export class VersionsProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly versions: VersionRunService,
    private readonly layers: LayersRunService,
  ) {}

  onModuleInit(): void {
    for (const topic of [VersionRequested, RemadeVersionRequested])
      this.runner.register({
        topic,
        run: (version, lease) => this.versions.run(version, lease),
        onFailed: (version, _error, em) => this.versions.onFailed(version, em),
      });
    this.runner.register({
      topic: LayersRequested,
      run: (layers, lease) => this.layers.run(layers, lease),
      onFailed: (layers, _error, em) => this.layers.onFailed(layers, em),
    });
  }
}
