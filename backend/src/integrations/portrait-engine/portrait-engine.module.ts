import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import type { PhotoInspector, PortraitEngine } from './port.js';
import { PHOTO_INSPECTOR, PORTRAIT_ENGINE } from './portrait-engine.tokens.js';
import { createPhotoInspector, createStudioEngine } from './studio/index.js';

/** The worker's engine. */
@Global()
@Module({
  providers: [
    {
      provide: PORTRAIT_ENGINE,
      inject: [CONFIG],
      useFactory: (config: Config): PortraitEngine => createStudioEngine({ renderThreads: config.engine.renderThreads, width: config.engine.portraitWidth, cutoutFaceHeight: config.engine.cutoutFaceHeight }),
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

/** The API's photo check, in child processes of its own. */
@Global()
@Module({
  providers: [{ provide: PHOTO_INSPECTOR, inject: [CONFIG], useFactory: (config: Config): PhotoInspector => createPhotoInspector({ processes: config.engine.inspectors }) }],
  exports: [PHOTO_INSPECTOR],
})
export class PhotoInspectorModule implements OnApplicationShutdown {
  constructor(@Inject(PHOTO_INSPECTOR) private readonly inspector: PhotoInspector) {}

  async onApplicationShutdown(): Promise<void> {
    await this.inspector.close();
  }
}
