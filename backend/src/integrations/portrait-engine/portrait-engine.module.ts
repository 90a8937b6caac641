import { Global, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { PortraitEngines } from './engines.js';
import { RemoteRunBook, ReplicateEngine, RunNews, TrainingInputs } from './replicate/index.js';
import { createStudioEngine } from '@bildnis/studio';
import { tryMatting } from './try-matting.js';

/** The worker's engines. The studio is always there: profiles it trained stay its own, and it looks at what others deliver. */
@Global()
@Module({
  providers: [
    {
      provide: PortraitEngines,
      inject: [CONFIG, RemoteRunBook, TrainingInputs, RunNews],
      useFactory: async (
        { engine }: Config,
        book: RemoteRunBook,
        inputs: TrainingInputs,
        news: RunNews,
      ): Promise<PortraitEngines> => {
        const studio = createStudioEngine({
          renderThreads: engine.renderThreads,
          width: engine.portraitWidth,
          cutoutFaceHeight: engine.cutoutFaceHeight,
          matting: engine.matting,
        });
        await tryMatting(studio);
        if (!engine.replicate) return new PortraitEngines(studio, studio, studio.refining);
        const logger = new Logger('replicate');
        const hosted = new ReplicateEngine(
          { ...engine.replicate, width: engine.portraitWidth },
          {
            book,
            inputs,
            news,
            examine: (jpeg, references, signal) => studio.examine(jpeg, references, signal),
            warn: (message) => logger.warn(message),
          },
        );
        return engine.name === 'replicate'
          ? new PortraitEngines(hosted, studio, studio.refining, [studio])
          : new PortraitEngines(studio, studio, studio.refining, [hosted]);
      },
    },
  ],
  exports: [PortraitEngines],
})
export class PortraitEngineModule implements OnApplicationShutdown {
  constructor(private readonly engines: PortraitEngines) {}

  async onApplicationShutdown(): Promise<void> {
    await this.engines.close();
  }
}
