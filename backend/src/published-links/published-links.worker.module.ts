import { Module } from '@nestjs/common';
import { SmallPortraits } from '../generations/small-portraits/index.js';
import { PublishedLinksModule } from './published-links.module.js';
import { VotePictures } from './votes/vote-pictures.service.js';
import { VotesProcessor } from './votes/votes.processor.js';

@Module({ imports: [PublishedLinksModule], providers: [SmallPortraits, VotePictures, VotesProcessor] })
export class PublishedLinksWorkerModule {}
