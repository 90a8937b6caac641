import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { FaceDataRegistry, type FaceDataOwner } from '../privacy/index.js';
import { CreditsService } from '../credits/index.js';
import { LivePublisher } from '../platform/live/index.js';
import type { AfterCommit } from '../platform/queue/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { AiProfilesService } from './ai-profiles.service.js';

/** Profiles and drafts that show the customer. Those attested for somebody else rest on that person's consent, and stay. */
@Injectable()
export class OwnFaceProfiles implements FaceDataOwner, OnModuleInit {
  readonly name = 'ai-profiles';

  constructor(
    private readonly registry: FaceDataRegistry,
    private readonly profiles: AiProfilesService,
    private readonly credits: CreditsService,
    private readonly live: LivePublisher,
  ) {}

  onModuleInit(): void {
    this.registry.register(this);
  }

  /** Each goes as if it were deleted by itself: with its photos and model, its receipt, and what it gives back. */
  async deleteFaceData(em: EntityManager, userId: string): Promise<AfterCommit> {
    const own = await em.find(
      AiProfile,
      { userId, $or: [{ attestedSubject: null }, { attestedSubject: 'self' }] },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
    );
    const before = await this.credits.balanceIn(em, userId);
    const told: (() => void)[] = [];
    for (const profile of own) told.push(...(await this.profiles.deleteAsked(em, profile)));
    const after = await this.credits.balanceIn(em, userId);
    return () => {
      for (const { id } of own) this.live.publish(userId, 'profile.changed', { profileId: id, status: 'deleted' });
      for (const tell of told) tell();
      if (after !== before) this.live.publish(userId, 'credits.changed', { balance: after });
    };
  }
}
