import type { z } from 'zod';
import type { Passkey } from '../credentials/passkey.entity.js';
import type { PasskeyView } from './passkeys.schemas.js';

export function viewPasskey(passkey: Passkey): z.infer<typeof PasskeyView> {
  return {
    id: passkey.id,
    name: passkey.name,
    backedUp: passkey.backedUp,
    createdAt: passkey.createdAt.toISOString(),
    lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
  };
}
