import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { UsersService } from '../../identity/index.js';
import { AppLinks, EmailService, webhookEmails } from '../../notifications/index.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { WebhookEndpointDisabled } from './webhooks.events.js';

/** Tells the owner of an endpoint by mail that nothing is sent to it any more. */
@Injectable()
export class WebhookEmails {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly post: EmailService,
    private readonly links: AppLinks,
  ) {}

  async disabled({ userId, endpointId, reason, at }: z.infer<typeof WebhookEndpointDisabled.schema>): Promise<void> {
    const endpoint = await this.em.findOne(WebhookEndpoint, { id: endpointId });
    const user = endpoint?.disabledAt ? await this.users.recipient(userId) : null;
    if (!endpoint || !user) return; // deleted, or switched on again
    const mail = webhookEmails.disabled(
      user.displayName,
      { host: new URL(endpoint.url).host, reason, at: new Date(at) },
      this.links.to('/app/settings/webhooks'),
    );
    await this.post.send(
      { key: `webhook-disabled:${endpointId}:${at}`, template: `webhook_${reason}`, to: user.email, userId },
      mail,
    );
  }
}
