import { Module } from '@nestjs/common';
import { PortraitEngineModule } from '../integrations/portrait-engine/portrait-engine.module.js';
import { StylesModule } from '../styles/index.js';
import { PreviewRunService } from './preview-run.service.js';
import { PreviewsModule } from './previews.module.js';
import { PreviewsProcessor } from './previews.processor.js';

@Module({
  imports: [PreviewsModule, StylesModule, PortraitEngineModule],
  providers: [PreviewRunService, PreviewsProcessor],
})
export class PreviewsWorkerModule {}
