import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** How a new passkey says where it comes from: not at all, signed by itself, or with a certificate of its maker (as U2F keys do). */
export type AttestationKind = 'none' | 'self' | 'certified';

export interface AttestedPasskey {
  key: KeyObject;
  id: Buffer;
  authData: Buffer;
  clientDataHash: Buffer;
}

export interface Statement {
  fmt: string;
  attStmt: Map<string, unknown>;
}

export function attest(kind: AttestationKind, passkey: AttestedPasskey): Statement {
  if (kind === 'none') return { fmt: 'none', attStmt: new Map() };
  if (kind === 'self') {
    const sig = new Uint8Array(sign('sha256', Buffer.concat([passkey.authData, passkey.clientDataHash]), passkey.key));
    return {
      fmt: 'packed',
      attStmt: new Map<string, unknown>([
        ['alg', -7],
        ['sig', sig],
      ]),
    };
  }
  return certified(passkey);
}

function certified({ key, id, authData, clientDataHash }: AttestedPasskey): Statement {
  const maker = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = key.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x ?? '', 'base64url'), Buffer.from(y ?? '', 'base64url')]);
  const sig = sign(
    'sha256',
    Buffer.concat([Buffer.of(0), authData.subarray(0, 32), clientDataHash, id, point]),
    maker.privateKey,
  );
  return {
    fmt: 'fido-u2f',
    attStmt: new Map<string, unknown>([
      ['sig', new Uint8Array(sig)],
      ['x5c', [new Uint8Array(certificateOf(maker.privateKey))]],
    ]),
  };
}

/** A self-signed X.509 certificate, as small as it gets. */
function certificateOf(key: KeyObject): Buffer {
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const nobody = der(0x30);
  const validity = der(0x30, der(0x17, Buffer.from('260101000000Z')), der(0x17, Buffer.from('360101000000Z')));
  const version = der(0xa0, der(0x02, Buffer.of(2)));
  const content = der(
    0x30,
    version,
    der(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    nobody,
    validity,
    nobody,
    createPublicKey(key).export({ format: 'der', type: 'spki' }),
  );
  return der(0x30, content, ecdsaWithSha256, der(0x03, Buffer.of(0), sign('sha256', content, key)));
}

/** One value of ASN.1 in DER; up to 65 535 bytes. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}
