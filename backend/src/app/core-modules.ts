import { MikroOrmModule } from '@mikro-orm/nestjs';
import type { DynamicModule, Type } from '@nestjs/common';
import type { Config } from '../config/index.js';
import { GoogleModule } from '../integrations/google/index.js';
import { PaymentProviderModule } from '../integrations/payments/index.js';
import { StorageModule } from '../integrations/storage/index.js';
import { databaseOptions } from '../platform/database/index.js';
import { HttpModule } from '../platform/http/index.js';
import { loggingModule } from '../platform/logging/index.js';
import { QueueModule } from '../platform/queue/index.js';
import { PlatformModule } from '../platform/platform.module.js';
import { ConfigModule } from './config.module.js';
import { ENTITIES } from './entities.js';
import { RetentionRulesModule } from './retention-rules.module.js';

/** The modules that both processes import. */
export function coreModules(
  config: Config,
  role: 'api' | 'worker',
  { connect = true, hasDeadlines = true }: { connect?: boolean; hasDeadlines?: boolean } = {},
): (DynamicModule | Promise<DynamicModule> | Type)[] {
  return [
    ConfigModule.with(config),
    loggingModule(role),
    MikroOrmModule.forRoot({
      ...databaseOptions({ url: config.databaseUrl, entities: ENTITIES, connect, hasDeadlines }),
      registerRequestContext: role === 'api',
    } as never),
    PlatformModule,
    QueueModule,
    HttpModule,
    StorageModule,
    PaymentProviderModule,
    GoogleModule,
    RetentionRulesModule,
  ];
}
