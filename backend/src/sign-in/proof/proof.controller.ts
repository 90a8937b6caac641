import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { CurrentUser, Operation, RateLimiter, type Principal } from '../../platform/http/index.js';
import { LIMITS } from '../limits.js';
import { Accepted } from '../login/sign-in.schemas.js';
import { ProofMethods, ProveIdentityBody } from './proof.schemas.js';
import { ProofService } from './proof.service.js';

@ApiTags('accounts')
@Controller('auth/prove')
export class ProofController {
  constructor(
    private readonly proof: ProofService,
    private readonly limiter: RateLimiter,
  ) {}

  @Get()
  @Operation({
    summary: 'How one can prove who one is, and until when the last proof holds',
    description: 'Sensitive acts want a proof that is a few minutes old at most.',
    access: 'user',
    response: ProofMethods,
  })
  getProofMethods(@CurrentUser() principal: Principal) {
    return this.proof.methods(principal);
  }

  @Post()
  @Operation({
    summary: 'Prove who one is, before a sensitive act',
    description:
      'With the password, a code of the authenticator or of an email. The session then counts as proven for some minutes.',
    access: 'user',
    status: 200,
    body: ProveIdentityBody,
    response: ProofMethods,
    errors: ['password_wrong', 'code_invalid', 'rate_limited'],
  })
  async proveIdentity(
    @CurrentUser() principal: Principal,
    @Body({ schema: ProveIdentityBody }) body: z.infer<typeof ProveIdentityBody>,
  ) {
    await this.limiter.consume(LIMITS.proofPerSession, principal.sessionId);
    return this.proof.prove(principal, body);
  }

  @Post('email-code')
  @Operation({
    summary: 'Send a code to the own address',
    description: 'For accounts without a password; to others nothing is sent. The code is good for ten minutes.',
    access: 'user',
    status: 202,
    response: Accepted,
    errors: ['rate_limited'],
  })
  async sendProofCode(@CurrentUser() principal: Principal) {
    await this.limiter.consume(LIMITS.codeMailPerAccount, principal.userId);
    await this.proof.sendCode(principal.userId);
    return { accepted: true as const };
  }
}
