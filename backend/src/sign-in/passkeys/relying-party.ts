import { Inject, Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';
import { CONFIG, type Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { MINUTE } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { User } from '../../identity/index.js';
import type { Passkey } from '../credentials/passkey.entity.js';
import type { AuthenticationResponse, RegistrationResponse } from './passkeys.schemas.js';

/** How long a browser waits for the person; long enough to fetch a key from another room. */
const TIMEOUT_MS = 5 * MINUTE;
/** Named, not the library's default, which grows with the runtime: a passkey must not depend on which machine it was added on. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
/** WebAuthn's own bound. */
const CREDENTIAL_ID_BYTES = 1023;

export interface NewCredential {
  credential: WebAuthnCredential;
  backedUp: boolean;
}

/** What of a passkey may change with every use. */
export interface ShownPasskey {
  counter: number;
  backedUp: boolean;
}

/** This site's side of WebAuthn: what it asks of browsers, and whether an answer is good. Keeps nothing. */
@Injectable()
export class RelyingParty {
  private readonly id: string;
  private readonly origin: string;

  constructor(@Inject(CONFIG) config: Config) {
    const url = new URL(config.publicOrigin);
    this.id = url.hostname;
    this.origin = url.origin;
  }

  askForRegistration(user: User, own: readonly Passkey[]) {
    return generateRegistrationOptions({
      rpName: facts.brand,
      rpID: this.id,
      userID: handleOf(user.id),
      userName: user.email,
      userDisplayName: user.displayName ?? user.email,
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: own.map(describe),
    });
  }

  /** @param own whose passkeys may answer; without it any of this site, and the browser lets the person choose. */
  askForAssertion(own?: readonly Passkey[]) {
    return generateAuthenticationOptions({
      rpID: this.id,
      userVerification: 'required',
      timeout: TIMEOUT_MS,
      ...(own ? { allowCredentials: own.map(describe) } : {}),
    });
  }

  /** @throws AppError `passkey_invalid`. */
  async checkRegistration(
    response: z.infer<typeof RegistrationResponse>,
    expectedChallenge: string,
  ): Promise<NewCredential> {
    return this.orInvalid(async () => {
      if (!isPlainAttestation(response.response.attestationObject)) return null;
      const { registrationInfo: found } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: this.origin,
        expectedRPID: this.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!found || isoBase64URL.toBuffer(found.credential.id).length > CREDENTIAL_ID_BYTES) return null;
      return { credential: found.credential, backedUp: found.credentialBackedUp };
    });
  }

  /**
   * @param options.handleRequired whether the answer must also name its owner, as it does when the site has not asked for anybody.
   * @returns the new state of the passkey. @throws AppError `passkey_invalid`.
   */
  async checkAssertion(
    response: z.infer<typeof AuthenticationResponse>,
    expectedChallenge: string,
    passkey: Passkey,
    options: { handleRequired: boolean },
  ): Promise<ShownPasskey> {
    return this.orInvalid(async () => {
      const handle = response.response.userHandle;
      if (handle ? handle !== isoBase64URL.fromBuffer(handleOf(passkey.userId)) : options.handleRequired) return null;
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge,
        expectedOrigin: this.origin,
        expectedRPID: this.id,
        requireUserVerification: true,
        credential: { ...describe(passkey), publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      });
      return verified
        ? { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
        : null;
    });
  }

  /** The library says with errors of many kinds what is wrong with an answer; the sender learns only that it is. */
  private async orInvalid<T>(check: () => Promise<T | null>): Promise<T> {
    const result = await check().catch(() => null);
    if (result === null) throw new AppError('passkey_invalid');
    return result;
  }
}

function describe(passkey: Passkey): { id: string; transports: string[] } {
  return { id: passkey.credentialId, transports: passkey.transports };
}

/** The 16 bytes of the id: passkeys must carry nothing that tells who somebody is. */
function handleOf(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}

/**
 * Browsers that are asked for no attestation send none, or one signed by the passkey itself. Others are refused: their
 * certificates would make the server fetch lists from addresses it does not choose.
 */
function isPlainAttestation(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}
