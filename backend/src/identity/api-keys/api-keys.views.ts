import type { z } from 'zod';
import type { ApiKey } from './api-key.entity.js';
import type { ApiKeyView } from './api-keys.schemas.js';

export function viewApiKey(key: ApiKey): z.infer<typeof ApiKeyView> {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    scopes: key.scopes,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
  };
}
