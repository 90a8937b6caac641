import { Module } from '@nestjs/common';
import { UpkeepProcessor } from './upkeep.processor.js';

@Module({ providers: [UpkeepProcessor] })
export class StoredObjectsWorkerModule {}
