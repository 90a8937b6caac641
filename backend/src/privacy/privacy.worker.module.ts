import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { DataExportRunService } from './leaving/data-export-run.service.js';
import { ExportArchiveService } from './leaving/export-archive.service.js';
import { LeavingProcessor } from './leaving/leaving.processor.js';
import { LeftoversService } from './leaving/leftovers.service.js';
import { PrivacyModule } from './privacy.module.js';

@Module({
  imports: [IdentityModule, PrivacyModule],
  providers: [ExportArchiveService, DataExportRunService, LeftoversService, LeavingProcessor],
})
export class PrivacyWorkerModule {}
