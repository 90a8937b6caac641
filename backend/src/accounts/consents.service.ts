import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../facts/index.js';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { Consent } from './consent.entity.js';

type Kind = 'facial_images' | 'self_and_adult';
const CURRENT_VERSION: Record<Kind, string> = { facial_images: facts.consents.facialImages, self_and_adult: facts.consents.selfAndAdult };

@Injectable()
export class ConsentsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  list(userId: string): Promise<Consent[]> {
    return this.em.find(Consent, { userId }, { orderBy: { givenAt: 'desc' } });
  }

  /**
   * Records a consent; giving the same one twice keeps the first proof.
   * @throws AppError `conflict` when the text shown was not the current one.
   */
  async give(userId: string, kind: Kind, version: string): Promise<Consent> {
    if (version !== CURRENT_VERSION[kind]) throw new AppError('conflict', { detail: `current version is ${CURRENT_VERSION[kind]}` });
    return this.em.transactional(async (em) => {
      await em.execute('select id from app_user where id = ? for update', [userId]);
      const existing = await em.findOne(Consent, { userId, kind, version, revokedAt: null });
      return existing ?? em.create(Consent, { userId, kind, version, givenAt: this.clock.now(), createdAt: this.clock.now() });
    });
  }

  /** @throws AppError `consent_required` unless both consents to face processing stand in their current version. */
  async demandFaceProcessing(userId: string): Promise<void> {
    const given = await this.em.find(Consent, { userId, revokedAt: null });
    const complete = (Object.keys(CURRENT_VERSION) as Kind[]).every((kind) => given.some((consent) => consent.kind === kind && consent.version === CURRENT_VERSION[kind]));
    if (!complete) throw new AppError('consent_required');
  }
}
