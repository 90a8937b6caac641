import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { AppError } from '../../platform/errors/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { AccountFacetRegistry } from './account-facets.js';
import type { Me, UpdateMeBody } from './me.schemas.js';
import { User } from './user.entity.js';
import { db } from '../identity.tables.js';

/** Name, address and preferences, as an email needs them. */
export interface Recipient {
  email: string;
  displayName: string | null;
  notifyByEmail: boolean;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly em: EntityManager,
    private readonly facets: AccountFacetRegistry,
    private readonly live: LivePublisher,
  ) {}

  async me(userId: string): Promise<Me> {
    return this.view(await this.em.findOneOrFail(User, { id: userId }, { refresh: true }));
  }

  /** Changes what is given; an empty name or picture becomes none. @throws AppError `unauthenticated` when the account has just gone. */
  async update(userId: string, change: z.infer<typeof UpdateMeBody>): Promise<Me> {
    const { displayName, avatarUrl, ...preferences } = change;
    const details = {
      ...(displayName === undefined ? {} : { displayName: displayName || null }),
      ...(avatarUrl === undefined ? {} : { avatarUrl: avatarUrl || null }),
    };
    // An account that is being deleted at this moment takes nothing in any more.
    const changed = await this.em.nativeUpdate(
      User,
      { id: userId, deletedAt: null },
      { ...preferences, ...details, id: userId },
    );
    if (changed === 0) throw new AppError('unauthenticated');
    this.live.publish(userId, 'account.changed', {});
    return this.me(userId);
  }

  /** @returns null when the account is gone. */
  async recipient(userId: string): Promise<Recipient | null> {
    const user = await this.em.findOne(User, { id: userId, deletedAt: null });
    return user && { email: user.email, displayName: user.displayName ?? null, notifyByEmail: user.notifyByEmail };
  }

  /** Whose address this is; null when nobody's. Addresses are compared as they are stored: trimmed and in small letters. */
  async idOf(email: string): Promise<string | null> {
    const user = await this.em.findOne(User, { email, deletedAt: null }, { fields: ['id'] });
    return user?.id ?? null;
  }

  /** Whose address this is; for an address without an account a number that is nobody's, so that what follows takes the same time. */
  async idOrNobody(em: EntityManager, email: string): Promise<string> {
    const user = await db(em)
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return user?.id ?? randomUUID();
  }

  /** When this account was deleted; null while it exists. */
  async leftAt(userId: string): Promise<Date | null> {
    return (await this.em.fork().findOne(User, { id: userId }, { fields: ['deletedAt'] }))?.deletedAt ?? null;
  }

  /** What the export of a user's data says of the account itself. @throws when there is none. */
  async exported(userId: string) {
    const user = await this.em.fork().findOneOrFail(User, { id: userId });
    return {
      id: user.id,
      email: user.email,
      displayName: user.displayName ?? null,
      avatarUrl: user.avatarUrl ?? null,
      role: user.role,
      createdAt: user.createdAt,
      emailConfirmedAt: user.emailConfirmedAt ?? null,
      notifyByEmail: user.notifyByEmail,
      notifyByPush: user.notifyByPush,
      hasPassword: Boolean(user.passwordHash),
      terms: { version: user.termsVersion ?? null, acceptedAt: user.termsAcceptedAt ?? null },
    };
  }

  async view(user: User): Promise<Me> {
    const [credits, plan] = await Promise.all([this.facets.get('credits')(user.id), this.facets.get('plan')(user.id)]);
    return {
      id: user.id,
      email: user.email,
      displayName: user.displayName ?? null,
      avatarUrl: user.avatarUrl ?? null,
      role: user.role,
      emailConfirmed: Boolean(user.emailConfirmedAt),
      credits,
      hasActiveSubscription: plan.active,
      nextGrant: plan.nextGrant ? { credits: plan.nextGrant.credits, at: plan.nextGrant.at.toISOString() } : null,
      notifyByEmail: user.notifyByEmail,
      notifyByPush: user.notifyByPush,
      createdAt: user.createdAt.toISOString(),
    };
  }
}
