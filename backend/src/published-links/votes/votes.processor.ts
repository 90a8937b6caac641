import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../../platform/queue/index.js';
import { VotePictures } from './vote-pictures.service.js';
import { VoteStarted } from './votes.events.js';

/** Makes the pictures of a vote. */
@Injectable()
export class VotesProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly pictures: VotePictures,
  ) {}

  onModuleInit(): void {
    this.runner.register({ topic: VoteStarted, run: ({ voteId }, lease) => this.pictures.make(voteId, lease.signal) });
  }
}
