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
      run: ({ versionId }, lease) => this.versions.run(versionId, lease),
      onFailed: ({ versionId }, _error, em) => this.versions.onFailed(versionId, em),
    });
  }
}
