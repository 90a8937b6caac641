import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { Principal } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import type { ChallengePurpose } from '../challenges/auth-challenge.entity.js';
import { ChallengesService } from '../challenges/challenges.service.js';
import { GoogleIdentity } from '../credentials/google-identity.entity.js';
import type { ProofMethods } from '../proof/proof.schemas.js';
import { ProofService } from '../proof/proof.service.js';
import {
  findUser,
  lockUser,
  requireUser,
  SecurityNotices,
  type Device,
  SessionsService,
  type User,
} from '../../identity/index.js';
import { SignInService } from '../login/sign-in.service.js';
import type { SignedInAccount } from '../login/signed-in.js';
import { requireSecondFactor } from '../totp/second-factor.js';
import { Passkey } from '../credentials/passkey.entity.js';
import type {
  AddPasskeyBody,
  AuthenticationResponse,
  PasskeyOptions,
  PasskeyProofBody,
  PasskeySignInBody,
  PasskeyView,
} from './passkeys.schemas.js';
import { viewPasskey } from './passkeys.views.js';
import { RelyingParty, type NewCredential } from './relying-party.js';

const PASSKEYS_PER_USER = 20;
const ChallengePayload = z.object({ challenge: z.string() });

@Injectable()
export class PasskeysService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly relyingParty: RelyingParty,
    private readonly challenges: ChallengesService,
    private readonly accounts: SignInService,
    private readonly sessions: SessionsService,
    private readonly proof: ProofService,
    private readonly notices: SecurityNotices,
    private readonly live: LivePublisher,
  ) {}

  async beginSignIn(): Promise<z.infer<typeof PasskeyOptions>> {
    return this.begin('passkey_sign_in', null, await this.relyingParty.askForAssertion());
  }

  /** @throws AppError `passkey_invalid` whatever is wrong with the answer; with a right one `account_blocked`. */
  async signIn(body: z.infer<typeof PasskeySignInBody>, device: Device): Promise<SignedInAccount> {
    const challenge = await this.takeChallenge(body.challengeId, 'passkey_sign_in', null);
    return this.em.transactional(async (em) => {
      const user = await this.requirePasskey(em, body.response, challenge, null);
      if (user.isBlocked) throw new AppError('account_blocked');
      return this.accounts.signIn(em, user, body.session, device, { secondFactor: true });
    });
  }

  async beginProof(userId: string): Promise<z.infer<typeof PasskeyOptions>> {
    return this.begin('passkey_proof', userId, await this.relyingParty.askForAssertion(await this.ownOf(userId)));
  }

  /** @throws AppError `passkey_invalid`, also for a stranger's passkey. */
  async prove(principal: Principal, body: z.infer<typeof PasskeyProofBody>): Promise<z.infer<typeof ProofMethods>> {
    const challenge = await this.takeChallenge(body.challengeId, 'passkey_proof', principal.userId);
    await this.em.transactional(async (em) => {
      await this.requirePasskey(em, body.response, challenge, principal.userId);
      await this.sessions.markProven(em, principal.sessionId, { secondFactor: true });
    });
    return this.proof.methods(principal);
  }

  /** @throws AppError `second_factor_required`. */
  async beginRegistration(principal: Principal): Promise<z.infer<typeof PasskeyOptions>> {
    const { userId } = principal;
    await requireSecondFactor(this.em, principal);
    const user = await requireUser(this.em, userId);
    return this.begin(
      'passkey_registration',
      userId,
      await this.relyingParty.askForRegistration(user, await this.ownOf(userId)),
    );
  }

  /**
   * Adds a passkey. It has just been shown with the person verified, so this session counts as proven with a second factor.
   * @throws AppError `passkey_invalid`; `conflict` when it is known already or there are too many; `second_factor_required`, which
   * leaves the challenge usable.
   */
  async add(principal: Principal, body: z.infer<typeof AddPasskeyBody>): Promise<z.infer<typeof PasskeyView>> {
    const { userId, sessionId } = principal;
    await requireSecondFactor(this.em, principal);
    const challenge = await this.takeChallenge(body.challengeId, 'passkey_registration', userId);
    const found = await this.relyingParty.checkRegistration(body.response, challenge);
    try {
      const passkey = await this.em.transactional(async (em) => {
        await lockUser(em, userId);
        if ((await em.count(Passkey, { userId })) >= PASSKEYS_PER_USER)
          throw new AppError('conflict', { detail: `at most ${PASSKEYS_PER_USER} passkeys` });
        const made = this.store(em, userId, body.name, found);
        await em.flush();
        await this.notices.add(em, userId, 'passkey_added', body.name);
        await this.sessions.markProven(em, sessionId, { secondFactor: true });
        return made;
      });
      this.live.publish(userId, 'account.changed', {});
      return viewPasskey(passkey);
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw new AppError('conflict', { detail: 'this passkey is known already' });
      throw error;
    }
  }

  /** @throws AppError `not_found`, also for a stranger's passkey. */
  async rename(userId: string, id: string, name: string): Promise<z.infer<typeof PasskeyView>> {
    if ((await this.em.nativeUpdate(Passkey, { id, userId }, { name })) === 0) throw new AppError('not_found');
    this.live.publish(userId, 'account.changed', {});
    return viewPasskey(await this.em.findOneOrFail(Passkey, { id, userId }, { refresh: true }));
  }

  /** @throws AppError `not_found`, also for a stranger's passkey; `last_way_in` when nobody could sign in any more; `second_factor_required`. */
  async remove(principal: Principal, id: string): Promise<void> {
    const { userId } = principal;
    await requireSecondFactor(this.em, principal);
    await this.em.transactional(async (em) => {
      // Removing a way in locks its owner first: two at once must not each think the other remains.
      const user = await requireUser(em, userId, 'write');
      const own = await em.find(Passkey, { userId }, { refresh: true });
      const passkey = own.find((one) => one.id === id);
      if (!passkey) throw new AppError('not_found');
      const remains = user.passwordHash !== null || own.length > 1 || (await em.count(GoogleIdentity, { userId })) > 0;
      if (!remains) throw new AppError('last_way_in');
      await em.nativeDelete(Passkey, { id, userId });
      await this.notices.add(em, userId, 'passkey_removed', passkey.name);
    });
    this.live.publish(userId, 'account.changed', {});
  }

  private ownOf(userId: string): Promise<Passkey[]> {
    return this.em.find(Passkey, { userId }, { refresh: true });
  }

  private async begin(
    purpose: ChallengePurpose,
    userId: string | null,
    options: { challenge: string },
  ): Promise<z.infer<typeof PasskeyOptions>> {
    return {
      challengeId: await this.challenges.begin(purpose, userId, { challenge: options.challenge }),
      options: { ...options },
    };
  }

  /** Uses the challenge up whatever becomes of the answer. @throws AppError `passkey_invalid`. */
  private async takeChallenge(id: string, purpose: ChallengePurpose, userId: string | null): Promise<string> {
    const taken = await this.challenges.take(id, purpose, userId, ChallengePayload);
    if (!taken) throw new AppError('passkey_invalid');
    return taken.challenge;
  }

  /** Checks an answer and notes the use. @param ownerId whose passkey it must be; null when it tells who signs in. */
  private async requirePasskey(
    em: EntityManager,
    response: z.infer<typeof AuthenticationResponse>,
    challenge: string,
    ownerId: string | null,
  ): Promise<User> {
    const known = await em.findOne(Passkey, { credentialId: response.id, ...(ownerId ? { userId: ownerId } : {}) });
    // The owner before the passkey, in the order of `remove`, so that the two never wait for each other.
    const user = known && (await findUser(em, { id: known.userId, isConfirmed: true }, 'read'));
    const passkey =
      user && (await em.findOne(Passkey, { id: known.id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }));
    if (!passkey) throw new AppError('passkey_invalid');
    const shown = await this.relyingParty.checkAssertion(response, challenge, passkey, {
      handleRequired: ownerId === null,
    });
    Object.assign(passkey, shown, { lastUsedAt: this.clock.now() });
    await em.flush();
    return user;
  }

  private store(em: EntityManager, userId: string, name: string, { credential, backedUp }: NewCredential): Passkey {
    return em.create(Passkey, {
      id: randomUUID(),
      userId,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp,
      createdAt: this.clock.now(),
    });
  }
}
