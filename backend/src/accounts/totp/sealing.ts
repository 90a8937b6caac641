import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts the secrets of authenticator apps: the server needs them in the clear to check a code, a copy of the database must
 * not show them. The key is derived from the server's secret for this purpose alone.
 */
@Injectable()
export class Sealing {
  private readonly logger = new Logger('sealing');
  private readonly key: Buffer;

  constructor(@Inject(CONFIG) config: Config) {
    this.key = Buffer.from(hkdfSync('sha256', config.mediaSecret, '', 'bildnis authenticator secrets 1', 32));
  }

  /** @param owner whom it belongs to; a sealed secret copied into somebody else's row does not open. */
  seal(secret: Uint8Array, owner: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @returns null when it was sealed under another server secret or for somebody else. */
  open(sealed: string, owner: string): Uint8Array | null {
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    } catch {
      this.logger.error('an authenticator secret does not open; was MEDIA_SECRET changed?');
      return null;
    }
  }
}
