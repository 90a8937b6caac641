import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { lockProfile } from '../ai-profiles/index.js';
import { Clock } from '../platform/clock/index.js';
import { Idempotency } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { ConsentsService } from '../privacy/index.js';
import { FreeRepeat } from './free-repeat.entity.js';
import { Generation } from './generation.entity.js';
import type { RepeatGenerationBody } from './generations.schemas.js';
import { RunStarts } from './run-starts.service.js';

/** Who repeats which run. */
interface RepeatRequest {
  userId: string;
  id: string;
  key: string;
}

/** Any other failure is one. */
function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
}

/** Once per profile a run that is not liked is repeated without a charge, for a reason that changes what is made. */
@Injectable()
export class FreeRepeats {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly consents: ConsentsService,
    private readonly starts: RunStarts,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * The run that is repeated stays. One that fails leaves the right unused.
   * @returns the new run's id. @throws AppError `not_found`, `consent_required`, `run_not_repeatable`, `repeat_used`
   */
  async start(
    { userId, id, key }: RepeatRequest,
    { complaint }: z.infer<typeof RepeatGenerationBody>,
  ): Promise<string> {
    return this.em.transactional((em) =>
      this.idempotency.once(
        em,
        { userId, key, operation: 'repeatGeneration', request: { id, complaint } },
        async () => {
          const original = await em.findOne(Generation, { id, userId }, { refresh: true });
          if (!original) throw new AppError('not_found');
          if (original.status !== 'completed' || original.repeatOf)
            throw new AppError('run_not_repeatable', { detail: 'a run that was paid for and completed' });
          // Runs from before there were several engines are the studio's.
          const { profileId, styleId, engine = null } = original;
          // Of two requests at once the second finds the right used.
          const profile = await lockProfile(em, userId, profileId).catch(nullIfMissing);
          if (profile?.status !== 'ready') throw new AppError('run_not_repeatable', { detail: 'its profile is gone' });
          if (!(await this.consents.allowsUseOfProfile(em, userId, profileId))) throw new AppError('consent_required');
          if ((await em.count(FreeRepeat, { profileId })) > 0) throw new AppError('repeat_used');
          const generationId = await this.starts.repeat(em, original, complaint);
          em.create(FreeRepeat, {
            profileId,
            generationId,
            styleId,
            engine: engine ?? 'studio',
            complaint,
            createdAt: this.clock.now(),
          });
          await em.flush();
          return generationId;
        },
      ),
    );
  }

  /** Which of these profiles have used theirs. */
  async usedOf(em: EntityManager, profileIds: string[]): Promise<Set<string>> {
    if (profileIds.length === 0) return new Set();
    const used = await em.find(FreeRepeat, { profileId: { $in: profileIds } }, { fields: ['profileId'] });
    return new Set(used.map(({ profileId }) => profileId!));
  }
}
