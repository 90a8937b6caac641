import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module.js';
import { DataExportRunService } from './leaving/data-export-run.service.js';
import { ExportArchiveService } from './leaving/export-archive.service.js';
import { LeavingProcessor } from './leaving/leaving.processor.js';
import { LeftoversService } from './leaving/leftovers.service.js';

@Module({
  imports: [AccountsModule],
  providers: [ExportArchiveService, DataExportRunService, LeftoversService, LeavingProcessor],
})
export class AccountsWorkerModule {}
