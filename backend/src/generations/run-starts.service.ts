import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AiProfilesService } from '../ai-profiles/index.js';
import { CreditsService } from '../credits/index.js';
import { facts } from '../facts/index.js';
import type { Complaint, Retouch } from '../integrations/portrait-engine/index.js';
import { Clock } from '../platform/clock/index.js';
import { Outbox } from '../platform/queue/index.js';
import type { Style } from '../styles/index.js';
import { chargeKey } from './generation-keys.js';
import { Generation } from './generation.entity.js';
import { GenerationRequested } from './generations.events.js';

/** What a run is started with. Whether it may be is for the caller to see. */
export interface RunStart {
  userId: string;
  profileId: string;
  style: Style;
  retouch: Retouch;
  /** The key that asks for it; null for a person. */
  apiKeyId: string | null;
}

/** What a run is made of, as its row keeps it. */
type Chosen = Pick<Generation, 'userId' | 'profileId' | 'styleId' | 'scene' | 'prompt' | 'retouch'> &
  Partial<Pick<Generation, 'repeatOf' | 'complaint'>>;

/** The one way in which a run begins: its row, its charge and its job, in the caller's transaction. */
@Injectable()
export class RunStarts {
  constructor(
    private readonly clock: Clock,
    private readonly profiles: AiProfilesService,
    private readonly credits: CreditsService,
    private readonly outbox: Outbox,
  ) {}

  /** @returns the run's id, and the balance after its charge. @throws AppError `insufficient_credits` */
  async start(
    em: EntityManager,
    { userId, profileId, style, retouch, apiKeyId }: RunStart,
  ): Promise<{ id: string; balance: number | null }> {
    const id = await this.create(em, {
      userId,
      profileId,
      styleId: style.id,
      scene: style.scene,
      prompt: style.prompt,
      retouch: (await this.profiles.offersRetouch(em, profileId)) ? retouch : null,
    });
    const balance = await this.credits.book(em, {
      userId,
      delta: -facts.generation.credits,
      reason: 'generation_charge',
      businessKey: chargeKey(id),
      generationId: id,
      apiKeyId,
    });
    await this.request(em, userId, id);
    return { id, balance };
  }

  /** The same style once more, without a charge, so that it answers what was not liked. @returns the new run's id */
  async repeat(em: EntityManager, original: Generation, complaint: Complaint): Promise<string> {
    const { userId, profileId, styleId, scene, prompt, retouch = null } = original;
    const id = await this.create(em, {
      userId,
      profileId,
      styleId,
      scene,
      prompt,
      retouch: retouch && complaint === 'likeness' ? 'none' : retouch,
      repeatOf: original.id,
      complaint,
    });
    await this.request(em, userId, id);
    return id;
  }

  private async create(em: EntityManager, chosen: Chosen): Promise<string> {
    const { id } = em.create(Generation, {
      ...chosen,
      id: randomUUID(),
      seed: randomInt(2 ** 31),
      photoChoice: await this.profiles.cutoutChoiceOf(em, chosen.profileId),
      delivered: [],
      previewed: [],
      createdAt: this.clock.now(),
    });
    await em.flush();
    return id;
  }

  private async request(em: EntityManager, ownerId: string, generationId: string): Promise<void> {
    await this.outbox.add(
      em,
      GenerationRequested,
      { generationId },
      { ownerId, dedupeKey: `generation:${generationId}` },
    );
  }
}
