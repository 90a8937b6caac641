import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { BillingModule } from '../billing/index.js';
import { CreditsModule } from '../credits/index.js';
import { AdminUsersController } from './admin-users.controller.js';
import { AdminUsersService } from './admin-users.service.js';
import { AuditLog } from './audit-log.service.js';

@Module({ imports: [AccountsModule, CreditsModule, BillingModule], controllers: [AdminUsersController], providers: [AdminUsersService, AuditLog] })
export class AdminModule {}
