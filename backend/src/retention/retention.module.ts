import { Module } from '@nestjs/common';
import { RetentionOverview } from './overview.service.js';
import { RetentionController } from './retention.controller.js';

/** The API's side: looking. */
@Module({ controllers: [RetentionController], providers: [RetentionOverview] })
export class RetentionModule {}
