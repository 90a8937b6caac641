import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that the server needs in the clear: a copy of the database must not show them. Each purpose has a key of its
 * own, derived from the server's secret.
 */
@Injectable()
export class Sealing {
  private readonly logger = new Logger('sealing');
  private readonly keys = new Map<string, Buffer>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @param owner what it belongs to; a sealed secret copied into somebody else's row does not open. */
  seal(purpose: string, secret: Uint8Array, owner: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key(purpose), iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @returns null when it was sealed under another server secret, for another purpose or for somebody else. */
  open(purpose: string, sealed: string, owner: string): Uint8Array | null {
    const opened = this.openUntrusted(purpose, sealed, owner);
    if (!opened) this.logger.error({ purpose }, 'a sealed secret does not open; was MEDIA_SECRET changed?');
    return opened;
  }

  /** The same for what anybody may have sent: one that does not open is nothing to report. */
  openUntrusted(purpose: string, sealed: string, owner: string): Uint8Array | null {
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, this.key(purpose), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      }).setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    } catch {
      return null;
    }
  }

  /** A keyed hash (43 characters): equal texts are recognised, and nobody without the server's secret can try out which text it was. */
  fingerprint(purpose: string, text: string): string {
    return createHmac('sha256', this.key(purpose)).update(text).digest('base64url');
  }

  private key(purpose: string): Buffer {
    let key = this.keys.get(purpose);
    if (!key) this.keys.set(purpose, (key = Buffer.from(hkdfSync('sha256', this.config.mediaSecret, '', purpose, 32))));
    return key;
  }
}
