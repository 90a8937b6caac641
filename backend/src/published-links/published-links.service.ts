import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { hashToken } from '../identity/index.js';
import { Clock } from '../platform/clock/index.js';
import { DeletionReceipts, type DeletionRule } from '../privacy/index.js';
import { PublishedLink, type LinkPurpose } from './published-link.entity.js';

const TOKEN_BYTES = 24;

/** Links under which portraits are shown without an account. Only the hash of a link's token is stored. */
@Injectable()
export class PublishedLinks {
  constructor(
    private readonly clock: Clock,
    private readonly receipts: DeletionReceipts,
  ) {}

  /** @returns the token: it is told this once */
  async create(
    em: EntityManager,
    link: { userId: string; purpose: LinkPurpose; subjectId: string; endsAt: Date },
  ): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    em.create(PublishedLink, {
      id: randomUUID(),
      ...link,
      tokenHash: hashToken(token),
      createdAt: this.clock.now(),
    });
    await em.flush();
    return token;
  }

  /** @returns what a link opens; null for one that never was, has ended or was taken back */
  async find(em: EntityManager, purpose: LinkPurpose, token: string): Promise<string | null> {
    const link = await em.findOne(PublishedLink, {
      purpose,
      tokenHash: hashToken(token),
      endsAt: { $gt: this.clock.now() },
    });
    return link?.subjectId ?? null;
  }

  /** Takes back the open links among these, with a receipt for each; joins the transaction of the caller. @returns how many */
  async revoke(em: EntityManager, subjectIds: readonly string[], rule: DeletionRule): Promise<number> {
    const links = await em.find(PublishedLink, { subjectId: { $in: [...subjectIds] } });
    for (const { id, userId, endsAt } of links) {
      await em.nativeDelete(PublishedLink, { id });
      if (endsAt > this.clock.now()) await this.receipts.write(em, { userId, kind: 'link', rule, count: 1, ids: [id] });
    }
    return links.length;
  }

  /** What these links open, of those that are there. */
  async subjectsOf(em: EntityManager, ids: readonly string[]): Promise<string[]> {
    return (await em.find(PublishedLink, { id: { $in: [...ids] } })).map(({ subjectId }) => subjectId);
  }

  /** Without a receipt, after a restore. @returns how many were there again */
  removeAgain(em: EntityManager, ids: readonly string[]): Promise<number> {
    return em.nativeDelete(PublishedLink, { id: { $in: [...ids] } });
  }
}
