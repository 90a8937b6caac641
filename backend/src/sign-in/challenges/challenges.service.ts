import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { facts } from '../../facts/index.js';
import { Clock, MINUTE } from '../../platform/clock/index.js';
import { AuthChallenge, type ChallengePurpose } from './auth-challenge.entity.js';
import { db } from '../sign-in.tables.js';

/** Of every exchange, since those with Google are kept in a cookie whose time is told to visitors. */
export const CHALLENGE_LIFETIME_MS = facts.cookies.googleMinutes * MINUTE;

/** Remembers what an exchange with a browser was begun with. */
@Injectable()
export class ChallengesService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  /** @returns the id of the challenge, an unguessable number. */
  async begin(purpose: ChallengePurpose, userId: string | null, payload: Record<string, unknown>): Promise<string> {
    const id = randomUUID();
    const now = this.clock.now();
    await this.em.transactional(async (em) => {
      await db(em).deleteFrom('auth_challenge').where('expires_at', '<', now).execute();
      em.create(AuthChallenge, {
        id,
        purpose,
        userId,
        payload,
        expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME_MS),
        createdAt: now,
      });
    });
    return id;
  }

  /** Looks at a challenge without using it up. @returns null when it is unknown, expired, or for something or somebody else. */
  async look<T>(id: string, purpose: ChallengePurpose, userId: string | null, schema: z.ZodType<T>): Promise<T | null> {
    if (!z.uuid().safeParse(id).success) return null;
    const found = await this.em
      .fork()
      .findOne(AuthChallenge, { id, purpose, userId, expiresAt: { $gt: this.clock.now() } });
    return found ? schema.parse(found.payload) : null;
  }

  /** Uses a challenge up: of several who try, one gets it. @returns null as in `look`. */
  async take<T>(
    id: string,
    purpose: ChallengePurpose,
    userId: string | null,
    schema: z.ZodType<T>,
    em: EntityManager = this.em,
  ): Promise<T | null> {
    if (!z.uuid().safeParse(id).success) return null;
    const taken = await db(em)
      .deleteFrom('auth_challenge')
      .where('id', '=', id)
      .where('purpose', '=', purpose)
      .where('user_id', 'is not distinct from', userId)
      .where('expires_at', '>', this.clock.now())
      .returning('payload')
      .executeTakeFirst();
    return taken ? schema.parse(taken.payload) : null;
  }
}
