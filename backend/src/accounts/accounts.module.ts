import { Module } from '@nestjs/common';
import { PrincipalResolver } from '../platform/http/index.js';
import { AccountFacetRegistry } from './account-facets.js';
import { AccountsService } from './accounts.service.js';
import { AuthController } from './auth.controller.js';
import { ConsentsService } from './consents.service.js';
import { EmailTokens } from './email-tokens.js';
import { MeController } from './me.controller.js';
import { SessionsService } from './sessions.service.js';

const providers = [AccountsService, SessionsService, EmailTokens, ConsentsService, AccountFacetRegistry, { provide: PrincipalResolver, useExisting: SessionsService }];

@Module({ controllers: [AuthController, MeController], providers, exports: providers })
export class AccountsModule {}
