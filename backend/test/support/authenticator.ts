import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { attest, type AttestationKind } from './attestation.js';

const FLAG = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, credentialData: 0x40 };

export interface CreationOptions {
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  attestation: string;
  authenticatorSelection: { residentKey: string; userVerification: string };
  excludeCredentials: { id: string }[];
}

export interface RequestOptions {
  rpId: string;
  challenge: string;
  userVerification: string;
  allowCredentials?: { id: string }[];
}

/** What an answer may be false about. */
export interface Lie {
  type?: string;
  origin?: string;
  rpId?: string;
  challenge?: string;
  userVerified?: false;
  counter?: number;
  userHandle?: string | null;
  /** Another key signs. */
  key?: KeyObject;
  attestation?: AttestationKind;
}

interface Credential {
  id: Buffer;
  key: KeyObject;
  cose: Uint8Array;
  rpId: string;
  userHandle: string;
}

export function freshKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

/** A passkey provider in software: makes ES256 keys and signs with them, as `navigator.credentials` in the browser of `origin` would. */
export class SoftAuthenticator {
  private readonly credentials: Credential[] = [];
  /** Told with every signature. 0 as synchronised passkeys tell it. */
  counter = 0;

  constructor(private readonly origin: string) {}

  create(options: CreationOptions, lie: Lie = {}) {
    const key = freshKey();
    return this.present(
      { id: randomBytes(32), key, cose: coseOf(key), rpId: options.rp.id, userHandle: options.user.id },
      options,
      lie,
    );
  }

  /** Presents the newest passkey as if it had just been made for these options. */
  createAgain(options: CreationOptions) {
    return this.present({ ...this.newest(), userHandle: options.user.id }, options, {});
  }

  get(options: RequestOptions, lie: Lie = {}) {
    const allowed = options.allowCredentials?.map((one) => one.id);
    const credential =
      this.credentials.findLast(
        (one) => one.rpId === options.rpId && (!allowed || allowed.includes(one.id.toString('base64url'))),
      ) ?? this.newest();
    const clientData = this.clientData('webauthn.get', options.challenge, lie);
    const authenticatorData = this.authenticatorData(credential, lie, null);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    const userHandle = lie.userHandle === undefined ? credential.userHandle : lie.userHandle;
    return {
      ...frame(credential),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, lie.key ?? credential.key).toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }

  private present(credential: Credential, options: CreationOptions, lie: Lie) {
    this.credentials.push(credential);
    const clientData = this.clientData('webauthn.create', options.challenge, lie);
    const authData = this.authenticatorData(credential, lie, credential);
    const { fmt, attStmt } = attest(lie.attestation ?? 'none', {
      key: credential.key,
      id: credential.id,
      authData,
      clientDataHash: createHash('sha256').update(clientData).digest(),
    });
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return {
      ...frame(credential),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  private newest(): Credential {
    const credential = this.credentials.at(-1);
    if (!credential) throw new Error('the authenticator holds no passkey');
    return credential;
  }

  private clientData(type: string, challenge: string, lie: Lie): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }

  private authenticatorData(credential: Credential, lie: Lie, attested: Credential | null): Buffer {
    const flags =
      FLAG.present |
      (lie.userVerified === false ? 0 : FLAG.verified) |
      FLAG.backupEligible |
      FLAG.backedUp |
      (attested ? FLAG.credentialData : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(lie.counter ?? this.counter, 1);
    const parts: Buffer[] = [
      createHash('sha256')
        .update(lie.rpId ?? credential.rpId)
        .digest(),
      head,
    ];
    if (attested) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(attested.id.length);
      parts.push(Buffer.alloc(16), length, attested.id, Buffer.from(attested.cose));
    }
    return Buffer.concat(parts);
  }
}

function frame(credential: Credential) {
  const id = credential.id.toString('base64url');
  return { id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform', clientExtensionResults: {} };
}

/** The public half as COSE_Key: EC2, ES256, P-256. */
function coseOf(key: KeyObject): Uint8Array {
  const { x, y } = key.export({ format: 'jwk' });
  const bytes = (value: string | undefined) => new Uint8Array(Buffer.from(value ?? '', 'base64url'));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  );
}
