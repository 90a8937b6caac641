import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { CONFIG, type Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { lockUser } from '../../identity/index.js';
import { problemOf, type TargetProblem } from '../../integrations/webhooks/index.js';
import { Clock, HOUR } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { giveUpDeliveries } from './give-up-deliveries.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookKeys } from './webhook-keys.js';
import type { CreateWebhookEndpointBody, UpdateWebhookEndpointBody } from './webhooks.schemas.js';

const PROBLEMS: Record<TargetProblem, string> = {
  https_needed: 'must begin with https://',
  credentials_in_url: 'must not hold a name or password',
  port_not_allowed: 'is at a port that is not posted to',
  address_not_public: 'is not a public address',
};

/** Where a customer wants to be told, and how that is signed. */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly keys: WebhookKeys,
    private readonly live: LivePublisher,
  ) {}

  list(userId: string): Promise<WebhookEndpoint[]> {
    return this.em.find(
      WebhookEndpoint,
      { userId },
      { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], refresh: true },
    );
  }

  /** @throws AppError `not_found`, also for a stranger's. */
  async get(userId: string, id: string): Promise<WebhookEndpoint> {
    const endpoint = await this.em.findOne(WebhookEndpoint, { id, userId }, { refresh: true });
    if (!endpoint) throw new AppError('not_found');
    return endpoint;
  }

  /** @returns the endpoint and its secret, which is shown nowhere else. @throws AppError `validation`; `conflict` when there are too many. */
  async create(
    userId: string,
    { url, events }: z.infer<typeof CreateWebhookEndpointBody>,
  ): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
    this.requireTarget(url);
    const id = randomUUID();
    const { secret, sealedKey } = this.keys.make(id);
    const endpoint = await this.em.transactional(async (em) => {
      await lockUser(em, userId);
      if ((await em.count(WebhookEndpoint, { userId })) >= facts.webhooks.maxEndpoints)
        throw new AppError('conflict', { detail: `at most ${facts.webhooks.maxEndpoints} endpoints` });
      return em.create(WebhookEndpoint, { id, userId, url, events, sealedKey, createdAt: this.clock.now() });
    });
    this.live.publish(userId, 'webhook.changed', { endpointId: id });
    return { endpoint, secret };
  }

  /** Switched on again, an endpoint begins anew; switched off, what waits for it is given up. @throws AppError `not_found`, `validation`. */
  update(
    userId: string,
    id: string,
    { url, events, enabled }: z.infer<typeof UpdateWebhookEndpointBody>,
  ): Promise<WebhookEndpoint> {
    if (url !== undefined) this.requireTarget(url);
    return this.change(userId, id, async (endpoint, em) => {
      Object.assign(endpoint, { ...(url === undefined ? {} : { url }), ...(events === undefined ? {} : { events }) });
      if (enabled === undefined || enabled === !endpoint.disabledAt) return;
      Object.assign(
        endpoint,
        enabled
          ? { disabledAt: null, disabledReason: null, failingSince: null }
          : { disabledAt: this.clock.now(), disabledReason: 'owner' },
      );
      if (!enabled) await giveUpDeliveries(em, id);
    });
  }

  /** A new secret, beside which the one before holds for a day. Of two rotations within that day the first one's ends at once. */
  async rotate(userId: string, id: string): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
    const { secret, sealedKey } = this.keys.make(id);
    const endpoint = await this.change(userId, id, (found) => {
      Object.assign(found, {
        sealedKey,
        previousKey: found.sealedKey,
        previousKeyUntil: new Date(this.clock.now().getTime() + facts.webhooks.secretOverlapHours * HOUR),
      });
    });
    return { endpoint, secret };
  }

  /** What was delivered to it goes as well. @throws AppError `not_found`, also for a stranger's. */
  async remove(userId: string, id: string): Promise<void> {
    if ((await this.em.nativeDelete(WebhookEndpoint, { id, userId })) === 0) throw new AppError('not_found');
    this.live.publish(userId, 'webhook.changed', { endpointId: id });
  }

  private async change(
    userId: string,
    id: string,
    act: (endpoint: WebhookEndpoint, em: EntityManager) => Promise<void> | void,
  ): Promise<WebhookEndpoint> {
    const endpoint = await this.em.transactional(async (em) => {
      const found = await em.findOne(
        WebhookEndpoint,
        { id, userId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!found) throw new AppError('not_found');
      await act(found, em);
      return found;
    });
    this.live.publish(userId, 'webhook.changed', { endpointId: id });
    return endpoint;
  }

  private requireTarget(url: string): void {
    const problem = problemOf(new URL(url), this.config.webhookLoopback);
    if (problem)
      throw new AppError('validation', { fields: [{ path: 'url', code: problem, message: PROBLEMS[problem] }] });
  }
}
