import { Body, Controller, Delete, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { CurrentUser, EntityId, Operation, RateLimiter, type Principal } from '../../platform/http/index.js';
import { ProofMethods } from '../proof/proof.schemas.js';
import { CurrentDevice, type Device, SessionCookies } from '../../identity/index.js';
import { LIMITS } from '../limits.js';
import { SignedIn } from '../login/sign-in.schemas.js';
import {
  AddPasskeyBody,
  PasskeyOptions,
  PasskeyProofBody,
  PasskeySignInBody,
  PasskeyView,
  RenamePasskeyBody,
} from './passkeys.schemas.js';
import { PasskeysService } from './passkeys.service.js';

@ApiTags('accounts')
@Controller()
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly cookies: SessionCookies,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('auth/passkeys/options')
  @Operation({
    summary: 'Begin signing in with a passkey',
    description:
      'Answers with the challenge for the browser. It names no account, so that nobody learns from it whether one exists.',
    access: 'public',
    status: 200,
    response: PasskeyOptions,
    errors: ['rate_limited'],
  })
  async beginPasskeySignIn(@CurrentDevice() device: Device) {
    await this.limiter.consume(LIMITS.loginPerAddress, device.address ?? '');
    return this.passkeys.beginSignIn();
  }

  @Post('auth/passkeys/sign-in')
  @Operation({
    summary: 'Sign in with a passkey; counts as a second factor',
    description: 'Answers with a session, as `login` does.',
    access: 'public',
    status: 200,
    body: PasskeySignInBody,
    response: SignedIn,
    errors: ['passkey_invalid', 'account_blocked', 'rate_limited'],
  })
  async signInWithPasskey(
    @Body({ schema: PasskeySignInBody }) body: z.infer<typeof PasskeySignInBody>,
    @CurrentDevice() device: Device,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limiter.consume(LIMITS.loginPerAddress, device.address ?? '');
    const account = await this.passkeys.signIn(body, device);
    return { user: account.user, token: this.cookies.hand(account, body.session, response) };
  }

  @Post('auth/prove/passkey-options')
  @Operation({
    summary: 'Begin proving who one is with an own passkey',
    description: 'Answers with the challenge for the browser.',
    access: 'user',
    status: 200,
    response: PasskeyOptions,
  })
  beginPasskeyProof(@CurrentUser() principal: Principal) {
    return this.passkeys.beginProof(principal.userId);
  }

  @Post('auth/prove/passkey')
  @Operation({
    summary: 'Prove who one is with an own passkey; counts as a second factor',
    description: 'The answer to the challenge of `beginPasskeyProof`.',
    access: 'user',
    status: 200,
    body: PasskeyProofBody,
    response: ProofMethods,
    errors: ['passkey_invalid', 'rate_limited'],
  })
  async provePasskey(
    @CurrentUser() principal: Principal,
    @Body({ schema: PasskeyProofBody }) body: z.infer<typeof PasskeyProofBody>,
  ) {
    await this.limiter.consume(LIMITS.proofPerSession, principal.sessionId);
    return this.passkeys.prove(principal, body);
  }

  @Post('me/passkeys/options')
  @Operation({
    summary: 'Begin adding a passkey',
    description: 'Answers with the challenge for the browser.',
    access: 'user',
    status: 200,
    response: PasskeyOptions,
    proof: true,
    errors: ['second_factor_required'],
  })
  beginPasskeyRegistration(@CurrentUser() principal: Principal) {
    return this.passkeys.beginRegistration(principal);
  }

  @Post('me/passkeys')
  @Operation({
    summary: 'Add a passkey',
    description: 'The answer of the browser to the challenge of `beginPasskeyRegistration`.',
    access: 'user',
    status: 201,
    body: AddPasskeyBody,
    response: PasskeyView,
    proof: true,
    errors: ['passkey_invalid', 'conflict', 'second_factor_required'],
  })
  addPasskey(
    @CurrentUser() principal: Principal,
    @Body({ schema: AddPasskeyBody }) body: z.infer<typeof AddPasskeyBody>,
  ) {
    return this.passkeys.add(principal, body);
  }

  @Patch('me/passkeys/:id')
  @Operation({
    summary: 'Rename a passkey',
    description: 'The name is for its owner, to tell devices apart.',
    access: 'user',
    body: RenamePasskeyBody,
    response: PasskeyView,
    ids: ['id'],
  })
  renamePasskey(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: RenamePasskeyBody }) body: z.infer<typeof RenamePasskeyBody>,
  ) {
    return this.passkeys.rename(principal.userId, id, body.name);
  }

  @Delete('me/passkeys/:id')
  @Operation({
    summary: 'Remove a passkey',
    description: 'Only while another way into the account is left.',
    access: 'user',
    ids: ['id'],
    proof: true,
    errors: ['last_way_in', 'second_factor_required'],
  })
  async removePasskey(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.passkeys.remove(principal, id);
  }
}
