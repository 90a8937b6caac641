import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { facts } from '../facts/index.js';
import { KEY_LIMITS } from '../platform/http/index.js';

/** What the rest is configured by: the environment, and the facts that the platform knows nothing of. */
@Global()
@Module({})
export class ConfigModule {
  static with(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: KEY_LIMITS, useValue: facts.api },
      ],
      exports: [CONFIG, KEY_LIMITS],
    };
  }
}
