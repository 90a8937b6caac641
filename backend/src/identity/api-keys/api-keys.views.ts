import type { z } from 'zod';
import type { ApiKey } from './api-key.entity.js';
import type { ApiKeyUsage } from './api-key-usage.entity.js';
import type { ApiKeyView, KeyUsageView } from './api-keys.schemas.js';

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

export function viewUsage(used: ApiKeyUsage): z.infer<typeof KeyUsageView> {
  const { apiKeyId, name, hint, month, calls, limited, trainings, runs, creditsSpent, creditsReturned } = used;
  return { apiKeyId, name, hint, month, calls, limited, trainings, runs, creditsSpent, creditsReturned };
}
