import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/index.js';
import { PushSenderModule } from '../../integrations/push/index.js';
import { PushAccountData } from './push.account-data.js';

/** For both processes: who may be reached, and what becomes of that when somebody leaves. */
@Module({ imports: [IdentityModule, PushSenderModule], providers: [PushAccountData] })
export class PushModule {}
