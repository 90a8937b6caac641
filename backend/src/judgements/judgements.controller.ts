import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentDevice, type Device } from '../identity/index.js';
import {
  CurrentUser,
  EntityId,
  networkOf,
  Operation,
  RateLimiter,
  type Limit,
  type Principal,
} from '../platform/http/index.js';
import { JudgementBody, OwnJudgementList, PublishedJudgements, RunJudgement } from './judgements.schemas.js';
import { JudgementsService } from './judgements.service.js';
import { PublishedJudgementsService } from './published-judgements.service.js';

/** More than anybody changes their mind. */
const CHANGES: Limit = { name: 'judgement', points: 30, seconds: 600 };
/** Each reading counts all rows. */
const READINGS: Limit = { name: 'judgements-read', points: 120, seconds: 60 };

const GIVE =
  'Once per run, and changed as often as wanted by its author alone. Only of a completed run that was paid for with credits from payments, and is no free repeat (`run_not_judgeable`). Keys cannot: a judgement is that of the person.';
const PUBLISHED =
  'Counted from paid runs of this installation alone. Nobody can enter, change or leave out a judgement; operators reply to sentences and hide what is unlawful, which is counted.';

@ApiTags('judgements')
@Controller()
export class JudgementsController {
  constructor(
    private readonly judgements: JudgementsService,
    private readonly published: PublishedJudgementsService,
    private readonly limiter: RateLimiter,
  ) {}

  @Get('judgements')
  @Operation({
    summary: 'What customers say of paid runs',
    description: PUBLISHED,
    access: 'public',
    response: PublishedJudgements,
    errors: ['unavailable'],
  })
  async readJudgements(@CurrentDevice() device: Device) {
    await this.limiter.consume(READINGS, networkOf(device.address ?? ''));
    return this.published.read();
  }

  @Get('judgements/own')
  @Operation({
    summary: 'Own judgements, newest first',
    description: 'Also those whose sentence is not shown, with the reason.',
    access: 'user',
    response: OwnJudgementList,
  })
  async listOwnJudgements(@CurrentUser() principal: Principal) {
    return { items: await this.judgements.list(principal.userId) };
  }

  @Get('generations/:id/judgement')
  @Operation({
    summary: 'The own judgement of a run, and whether it may be judged',
    description:
      'A judgement that was given is found also after its run has gone. Any other run that is gone answers 404.',
    access: 'user',
    response: RunJudgement,
    ids: ['id'],
  })
  getJudgement(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    return this.judgements.get(principal.userId, id);
  }

  @Put('generations/:id/judgement')
  @Operation({
    summary: 'Judge a run, or change the own judgement',
    description: GIVE,
    access: 'user',
    body: JudgementBody,
    response: RunJudgement,
    ids: ['id'],
    errors: ['run_not_judgeable', 'rate_limited', 'unavailable'],
  })
  async giveJudgement(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: JudgementBody }) body: JudgementBody,
  ) {
    await this.limiter.consume(CHANGES, principal.userId);
    return this.judgements.give(principal.userId, id, body);
  }

  @Delete('generations/:id/judgement')
  @Operation({
    summary: 'Withdraw the own judgement of a run, or decline to give one',
    description: 'It goes from every count and page at once, with its sentence. Nobody asks about this run again.',
    access: 'user',
    ids: ['id'],
  })
  async withdrawJudgement(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.judgements.withdraw(principal.userId, id);
  }
}
