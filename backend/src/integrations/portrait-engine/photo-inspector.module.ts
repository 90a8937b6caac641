import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import type { PhotoInspector } from '@bildnis/studio/core';
import { PHOTO_INSPECTOR } from './portrait-engine.tokens.js';
import { StudioPhotoInspector } from '@bildnis/studio/inspector';
import { tryMatting } from './try-matting.js';

/** The API's photo check, in child processes of its own; nothing of the engine is loaded here. */
@Global()
@Module({
  providers: [
    {
      provide: PHOTO_INSPECTOR,
      inject: [CONFIG],
      useFactory: async ({ engine }: Config): Promise<PhotoInspector> => {
        const { inspectors, matting, heic } = engine;
        const inspector = new StudioPhotoInspector({ processes: inspectors, matting, heic });
        await tryMatting(inspector);
        return inspector;
      },
    },
  ],
  exports: [PHOTO_INSPECTOR],
})
export class PhotoInspectorModule implements OnApplicationShutdown {
  constructor(@Inject(PHOTO_INSPECTOR) private readonly inspector: PhotoInspector) {}

  async onApplicationShutdown(): Promise<void> {
    await this.inspector.close();
  }
}
