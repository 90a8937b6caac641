import { Injectable } from '@nestjs/common';
import { newSigningKey, secretOf } from '../../integrations/webhooks/index.js';
import { Sealing } from '../../platform/sealing/index.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

const PURPOSE = 'bildnis webhook secrets 1';

/** The keys that messages are signed with: in the clear for a moment when they are made, and in the worker that signs. */
@Injectable()
export class WebhookKeys {
  constructor(private readonly sealing: Sealing) {}

  make(endpointId: string): { secret: string; sealedKey: string } {
    const key = newSigningKey();
    return { secret: secretOf(key), sealedKey: this.sealing.seal(PURPOSE, key, endpointId) };
  }

  /** Every key that holds, the newest first; none when one does not open. */
  of({ id, sealedKey, previousKey, previousKeyUntil }: WebhookEndpoint, now: Date): Uint8Array[] {
    const sealed = previousKey && previousKeyUntil && previousKeyUntil > now ? [sealedKey, previousKey] : [sealedKey];
    return sealed.flatMap((one) => this.sealing.open(PURPOSE, one, id) ?? []);
  }
}
