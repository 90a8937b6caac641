import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import type { PortraitEngine } from './port.js';
import { PORTRAIT_ENGINE } from './portrait-engine.tokens.js';
import { createStudioEngine } from './studio/index.js';

/** The worker's engine. */
@Global()
@Module({
  providers: [
    {
      provide: PORTRAIT_ENGINE,
      inject: [CONFIG],
      useFactory: (config: Config): PortraitEngine =>
        createStudioEngine({ renderThreads: config.engine.renderThreads, width: config.engine.portraitWidth, cutoutFaceHeight: config.engine.cutoutFaceHeight }),
    },
  ],
  exports: [PORTRAIT_ENGINE],
})
export class PortraitEngineModule implements OnApplicationShutdown {
  constructor(@Inject(PORTRAIT_ENGINE) private readonly engine: PortraitEngine) {}

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }
}
