import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { Clock, HOUR } from '../../platform/clock/index.js';
import { hashToken } from '../../identity/index.js';
import { Registration } from './registration.entity.js';

export const REGISTRATION_LIFETIME_MS = facts.account.confirmationHours * HOUR;

export const REGISTRATION_STATUSES = ['none', 'waiting', 'ended'] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** Remembers in which browser an account was registered, and which page was asked for. */
@Injectable()
export class Registrations {
  constructor(private readonly clock: Clock) {}

  /** @returns the secret for the cookie of the registering browser. */
  async begin(em: EntityManager, userId: string, redirect: string | null): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    em.create(Registration, {
      id: randomUUID(),
      userId,
      browserHash: hashToken(secret),
      redirect,
      expiresAt: new Date(now.getTime() + REGISTRATION_LIFETIME_MS),
      createdAt: now,
    });
    await em.flush();
    return secret;
  }

  /** Whether a browser's secret is that of the one that registered; never once the registration has expired. */
  async isFrom(em: EntityManager, userId: string, secret: string | null): Promise<boolean> {
    const registration = secret ? await this.current(em, userId) : null;
    return (
      registration !== null && timingSafeEqual(Buffer.from(registration.browserHash), Buffer.from(hashToken(secret!)))
    );
  }

  /** What became of the registration a browser's secret stands for: it ends when its address is confirmed, wherever that is done. */
  async statusOf(em: EntityManager, secret: string | null): Promise<RegistrationStatus> {
    if (!secret) return 'none';
    return (await em.count(Registration, { browserHash: hashToken(secret), expiresAt: { $gt: this.clock.now() } })) > 0
      ? 'waiting'
      : 'ended';
  }

  /** Forgets a registration whose address is confirmed. @returns the page that was asked for. */
  async end(em: EntityManager, userId: string): Promise<string | null> {
    const registration = await this.current(em, userId);
    await em.nativeDelete(Registration, { userId });
    return registration?.redirect ?? null;
  }

  private current(em: EntityManager, userId: string): Promise<Registration | null> {
    return em.findOne(Registration, { userId, expiresAt: { $gt: this.clock.now() } }, { refresh: true });
  }
}
