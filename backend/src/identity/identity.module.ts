import { Module } from '@nestjs/common';
import { PrincipalResolver } from '../platform/http/index.js';
import { AccountDataRegistry } from './account-data.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { KeyUsage } from './api-keys/key-usage.service.js';
import { IdentityAccountData } from './identity.account-data.js';
import { SecurityNotices } from './security-notices.service.js';
import { PrincipalsService } from './sessions/principals.service.js';
import { SessionCookies } from './sessions/session-cookies.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { AccountFacetRegistry } from './users/account-facets.js';
import { MeController } from './users/me.controller.js';
import { UsersService } from './users/users.service.js';

const services = [
  AccountDataRegistry,
  AccountFacetRegistry,
  ApiKeysService,
  KeyUsage,
  PrincipalsService,
  SecurityNotices,
  SessionCookies,
  SessionsService,
  UsersService,
  { provide: PrincipalResolver, useExisting: PrincipalsService },
];

@Module({
  controllers: [MeController, SessionsController, ApiKeysController],
  providers: [...services, IdentityAccountData],
  exports: services,
})
export class IdentityModule {}
