import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { CatalogueModule } from '../catalogue/index.js';
import { PaymentsModule } from '../payments/index.js';
import { AnnouncementsModule } from '../announcements/index.js';
import { ContractsModule } from '../contracts/index.js';
import { CreditsModule } from '../credits/index.js';
import { ExamplesApiModule } from '../examples/index.js';
import { JudgementsModule } from '../judgements/index.js';
import { MisuseModule } from '../misuse/index.js';
import { StylesModule } from '../styles/index.js';
import { AdminAnnouncementsController } from './announcements/admin-announcements.controller.js';
import { AdminAnnouncementsService } from './announcements/admin-announcements.service.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditLog } from './audit/audit-log.service.js';
import { AuditService } from './audit/audit.service.js';
import { CasesController } from './cases/cases.controller.js';
import { CasesService } from './cases/cases.service.js';
import { ContractsService } from './cases/contracts.service.js';
import { MisuseCasesController } from './cases/misuse-cases.controller.js';
import { MisuseCasesService } from './cases/misuse-cases.service.js';
import { AdminExamplesController } from './examples/admin-examples.controller.js';
import { AdminExamplesService } from './examples/admin-examples.service.js';
import { FiguresController } from './figures/figures.controller.js';
import { FiguresService } from './figures/figures.service.js';
import { AdminJudgementsController } from './judgements/admin-judgements.controller.js';
import { AdminJudgementsService } from './judgements/admin-judgements.service.js';
import { OperationsController } from './operations/operations.controller.js';
import { OperationsService } from './operations/operations.service.js';
import { AdminPacksController } from './packs/admin-packs.controller.js';
import { AdminPacksService } from './packs/admin-packs.service.js';
import { QueuesController } from './queues/queues.controller.js';
import { QueuesService } from './queues/queues.service.js';
import { AdminStylesController } from './styles/admin-styles.controller.js';
import { AdminStylesService } from './styles/admin-styles.service.js';
import { AdminUsersController } from './users/admin-users.controller.js';
import { AdminUsersService } from './users/admin-users.service.js';
import { UserRecordsController } from './users/user-records.controller.js';
import { UserRecordsService } from './users/user-records.service.js';

@Module({
  imports: [
    IdentityModule,
    PrivacyModule,
    CreditsModule,
    CatalogueModule,
    PaymentsModule,
    ContractsModule,
    AnnouncementsModule,
    StylesModule,
    MisuseModule,
    ExamplesApiModule,
    JudgementsModule,
  ],
  controllers: [
    AdminUsersController,
    UserRecordsController,
    AdminStylesController,
    AdminPacksController,
    AdminExamplesController,
    FiguresController,
    OperationsController,
    QueuesController,
    CasesController,
    MisuseCasesController,
    AdminJudgementsController,
    AdminAnnouncementsController,
    AuditController,
  ],
  providers: [
    AuditLog,
    AuditService,
    AdminUsersService,
    UserRecordsService,
    AdminStylesService,
    AdminPacksService,
    AdminExamplesService,
    FiguresService,
    OperationsService,
    QueuesService,
    CasesService,
    MisuseCasesService,
    AdminJudgementsService,
    AdminAnnouncementsService,
    ContractsService,
  ],
})
export class AdminModule {}
