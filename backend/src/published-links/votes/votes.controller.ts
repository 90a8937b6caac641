import { Body, Controller, Delete, Get, Header, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { facts } from '../../facts/index.js';
import { CurrentDevice, hashToken, type Device } from '../../identity/index.js';
import {
  CurrentUser,
  EntityId,
  networkOf,
  Operation,
  RateLimiter,
  type Limit,
  type Principal,
} from '../../platform/http/index.js';
import { OpenVotes } from './open-votes.service.js';
import { BallotBody, OpenVote, OpenVoteBody, OwnVotes, StartedVote, StartVoteBody } from './votes.schemas.js';
import { VotesService } from './votes.service.js';

const STARTS: Limit = { name: 'vote-starts', points: 20, seconds: 3600 };
/** Pages that show a vote ask for it again while it is open. */
const READINGS: Limit = { name: 'vote-readings', points: 240, seconds: 600 };
/** Of one vote from one network: a family, an office. And of all votes. */
const BALLOTS: Limit = { name: 'vote-ballots', points: 20, seconds: 3600 };
const ALL_BALLOTS: Limit = { name: 'all-vote-ballots', points: 300, seconds: 3600 };
const { most, pixels, days } = facts.votes;

@ApiTags('votes')
@Controller()
export class VotesController {
  constructor(
    private readonly votes: VotesService,
    private readonly open: OpenVotes,
    private readonly limiter: RateLimiter,
  ) {}

  @Get('votes')
  @Operation({
    summary: 'Own votes, newest first',
    description: 'With what was chosen so far.',
    access: 'user',
    response: OwnVotes,
  })
  async listVotes(@CurrentUser() { userId }: Principal) {
    return { items: await this.votes.list(userId) };
  }

  @Post('votes')
  @Operation({
    summary: 'Let friends choose among own portraits',
    description: `Makes a link under which up to ${most} portraits are seen, marked and at most ${pixels} px, and chosen once per browser. It ends after ${days} days, with the portraits, or when its owner says so. The token of the link is told in this answer alone.`,
    access: 'user',
    status: 201,
    body: StartVoteBody,
    response: StartedVote,
    errors: ['not_found', 'consent_required', 'person_must_agree', 'too_many_votes', 'rate_limited', 'unavailable'],
  })
  async startVote(
    @CurrentUser() { userId }: Principal,
    @Body({ schema: StartVoteBody }) body: z.infer<typeof StartVoteBody>,
  ) {
    await this.limiter.consume(STARTS, userId);
    return this.votes.start(userId, body);
  }

  @Delete('votes/:id')
  @Operation({
    summary: 'End a vote; its link opens nothing from now on',
    description: 'A receipt stays. What was chosen until now can still be read for a while.',
    access: 'user',
    ids: ['id'],
  })
  async endVote(@CurrentUser() { userId }: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.votes.end(userId, id);
  }

  /** The token comes in the body: addresses stand in logs. */
  @Post('open-votes')
  @Header('Cache-Control', 'no-store')
  @Header('X-Robots-Tag', 'noindex, noimageindex, noarchive')
  @Operation({
    summary: 'See a vote by its link',
    description: 'Small, marked portraits, as long as the vote runs. It says nothing of who asks.',
    access: 'public',
    status: 200,
    body: OpenVoteBody,
    response: OpenVote,
    errors: ['not_found', 'rate_limited', 'unavailable'],
  })
  async readOpenVote(
    @CurrentDevice() device: Device,
    @Body({ schema: OpenVoteBody }) { token, voter }: z.infer<typeof OpenVoteBody>,
  ) {
    await this.limiter.consume(READINGS, networkOf(device.address ?? ''));
    return this.open.read(token, voter);
  }

  @Post('open-votes/ballots')
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Choose a portrait, once per browser',
    description: 'The same choice again changes nothing; another one is refused with `conflict`.',
    access: 'public',
    status: 200,
    body: BallotBody,
    response: OpenVote,
    errors: ['not_found', 'conflict', 'rate_limited', 'unavailable'],
  })
  async castBallot(
    @CurrentDevice() device: Device,
    @Body({ schema: BallotBody }) { token, voter, number }: z.infer<typeof BallotBody>,
  ) {
    const network = networkOf(device.address ?? '');
    await this.limiter.consume(ALL_BALLOTS, network);
    await this.limiter.consume(BALLOTS, `${network} ${hashToken(token)}`);
    await this.open.choose(token, voter, number);
    return this.open.read(token, voter);
  }
}
