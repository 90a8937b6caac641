import { Secret, TOTP } from 'otpauth';
import { facts } from '../../facts/index.js';

/** What every authenticator app understands; several ignore other values in the QR code and would show wrong codes. */
const SCHEME = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps a telephone's clock may be off, to either side. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** What a new authenticator app is given. */
export interface NewSecret {
  bytes: Uint8Array;
  /** To type in by hand. */
  base32: string;
  /** `otpauth://…`, to scan. */
  uri: string;
}

export function newSecret(email: string): NewSecret {
  const secret = new Secret({ size: SECRET_BYTES });
  return {
    bytes: secret.bytes,
    base32: secret.base32,
    uri: new TOTP({ ...SCHEME, secret, issuer: facts.brand, label: email }).toString(),
  };
}

/** @returns the time step a code belongs to, null when it is of none around `now`. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...SCHEME,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    token: code,
    timestamp,
    window: WINDOW,
  });
  return delta === null ? null : TOTP.counter({ period: SCHEME.period, timestamp }) + delta;
}

/** People type codes with gaps, and copy them with whatever dash their notes made of it. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s\p{Pd}]/gu, '').toLowerCase();
}
