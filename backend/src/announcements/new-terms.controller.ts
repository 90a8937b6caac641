import { Body, Controller, Get, HttpStatus, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, Operation, type Principal } from '../platform/http/index.js';
import { NewTermsAnswer, NewTermsQuestion } from './new-terms.schemas.js';
import { NewTermsService } from './new-terms.service.js';

@ApiTags('accounts')
@Controller('me/new-terms')
export class NewTermsController {
  constructor(private readonly terms: NewTermsService) {}

  @Get()
  @Operation({
    summary: 'New terms that wait for an answer',
    description: '`newTerms` is null where nothing waits. Until they are answered the old ones hold.',
    access: 'user',
    response: NewTermsQuestion,
  })
  async getNewTerms(@CurrentUser() principal: Principal) {
    return { newTerms: await this.terms.asked(principal) };
  }

  @Post()
  @Operation({
    summary: 'Accept new terms, or refuse them',
    description:
      'A refusal ends the plan with its paid period, at no cost; until then the old terms hold. API keys go on working.',
    access: 'user',
    status: HttpStatus.OK,
    body: NewTermsAnswer,
    response: NewTermsQuestion,
    errors: ['conflict'],
  })
  async answerNewTerms(@CurrentUser() principal: Principal, @Body({ schema: NewTermsAnswer }) body: NewTermsAnswer) {
    await this.terms.answer(principal.userId, body);
    return { newTerms: await this.terms.asked(principal) };
  }
}
