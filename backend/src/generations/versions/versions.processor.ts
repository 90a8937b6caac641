import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../../platform/queue/index.js';
import { VersionRunService } from './version-run.service.js';
import { VersionRequested } from './versions.events.js';

/** Makes versions of portraits. */
@Injectable()
export class VersionsProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly versions: VersionRunService,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: VersionRequested,
      run: (version, lease) => this.versions.run(version, lease),
      onFailed: (version, _error, em) => this.versions.onFailed(version, em),
    });
  }
}
