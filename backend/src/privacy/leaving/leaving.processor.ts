import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../../platform/queue/index.js';
import { DataExportExpired, DataExportRequested, ExportFilesDiscarded, LeftoversDue } from '../privacy.events.js';
import { DataExportRunService } from './data-export-run.service.js';
import { LeftoversService } from './leftovers.service.js';

/** The topics of leaving. Bull's queue `upkeep` has its one processor in stored-objects; it runs whatever is registered. */
@Injectable()
export class LeavingProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly exports: DataExportRunService,
    private readonly leftovers: LeftoversService,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: DataExportRequested,
      run: ({ exportId }, lease) => this.exports.run(exportId, lease),
      onFailed: ({ exportId }, _error, em) => this.exports.onFailed(exportId, em),
    });
    this.runner.register({ topic: DataExportExpired, run: ({ exportId }) => this.exports.expire(exportId) });
    this.runner.register({ topic: ExportFilesDiscarded, run: ({ userId }) => this.exports.discardFiles(userId) });
    this.runner.register({ topic: LeftoversDue, run: ({ userId }) => this.leftovers.sweep(userId) });
  }
}
