import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { z } from 'zod';
import { ConsentsService, DeletionReceipts } from '../privacy/index.js';
import { AiProfilesService, ProfileDeleted } from '../ai-profiles/index.js';
import { RemoteWorkDiscarded } from '../engine-runs/index.js';
import { DEFAULT_RETOUCH } from '../integrations/portrait-engine/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { Clock } from '../platform/clock/index.js';
import { Idempotency, UsualTime } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { type PageQuery } from '../platform/http/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox } from '../platform/queue/index.js';
import { StylesService } from '../styles/index.js';
import { FreeRepeats } from './free-repeats.service.js';
import { Generation } from './generation.entity.js';
import { objectPrefix } from './generation-keys.js';
import { RunDeleted } from './generations.domain-events.js';
import { pageOfRuns } from './generations.figures.js';
import { db } from './generations.tables.js';
import type {
  CreateGenerationBody,
  FavouriteList,
  GenerationView,
  RepeatGenerationBody,
} from './generations.schemas.js';
import { GenerationViews } from './generations.views.js';
import { Portrait } from './portrait.entity.js';
import { isUnderWay, RunReturns } from './run-returns.service.js';
import { RunStarts } from './run-starts.service.js';
import { PortraitVersion } from './versions/portrait-version.entity.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

/** More than anybody looks through at once. */
const MOST_FAVOURITES = 200;

/** A portrait that its owner may show to others. */
export interface FinishedPortrait {
  id: string;
  generationId: string;
  profileId: string;
  expiresAt: Date;
}

/** A run that its owner may show to others, and what there is to show, in its order. */
export type FinishedRun = Pick<Generation, 'id' | 'profileId' | 'styleId'> & {
  portraits: Pick<Portrait, 'id' | 'storageKey' | 'width' | 'height'>[];
};

/** What a key stands for. The default is left out, so that a key from before there was a choice still stands for the same. */
const intentOf = ({ profileId, styleId, retouch }: z.infer<typeof CreateGenerationBody>) => ({
  profileId,
  styleId,
  ...(retouch === DEFAULT_RETOUCH ? {} : { retouch }),
});

@Injectable()
export class GenerationsService implements OnModuleInit {
  private readonly usual = new UsualTime((em, since, most) =>
    db(em)
      .selectFrom('generation')
      .select(sql<number>`extract(epoch from completed_at - created_at)::float`.as('seconds'))
      .where('completed_at', '>', since)
      .orderBy('completed_at', 'desc')
      .limit(most),
  );

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly consents: ConsentsService,
    private readonly profiles: AiProfilesService,
    private readonly styles: StylesService,
    private readonly starts: RunStarts,
    private readonly repeats: FreeRepeats,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
    private readonly views: GenerationViews,
    private readonly receipts: DeletionReceipts,
    private readonly returns: RunReturns,
    private readonly domainEvents: DomainEvents,
  ) {}

  onModuleInit(): void {
    this.domainEvents.subscribe(ProfileDeleted, (em, { profileId, afterCommit }) =>
      this.endRunsOf(em, profileId, afterCommit),
    );
  }

  /**
   * Takes 10 credits and starts a run, in one transaction.
   * @param apiKeyId the key that asks for it; null for a person
   * @throws AppError `not_found`, `consent_required`, `profile_not_ready`, `insufficient_credits`.
   */
  async create(
    userId: string,
    input: z.infer<typeof CreateGenerationBody>,
    key: string,
    apiKeyId: string | null,
  ): Promise<z.infer<typeof GenerationView>> {
    let balance: number | null = null;
    const id = await this.em.transactional((em) =>
      this.idempotency.once(em, { userId, key, operation: 'createGeneration', request: intentOf(input) }, async () => {
        await this.profiles.requireReady(em, userId, input.profileId);
        await this.consents.requireUseOfProfile(userId, input.profileId);
        const style = await this.styles.enabledById(em, input.styleId);
        const { profileId, retouch } = input;
        const started = await this.starts.start(em, { userId, profileId, style, retouch, apiKeyId });
        balance = started.balance;
        return started.id;
      }),
    );
    if (balance !== null) this.live.publish(userId, 'credits.changed', { balance });
    return this.get(userId, id);
  }

  /** Repeats a run without a charge, see `FreeRepeats`. @throws like it */
  async repeat(
    userId: string,
    id: string,
    input: z.infer<typeof RepeatGenerationBody>,
    key: string,
  ): Promise<z.infer<typeof GenerationView>> {
    const repeat = await this.repeats.start({ userId, id, key }, input);
    this.live.publish(userId, 'generation.changed', { generationId: repeat, status: 'queued' });
    return this.get(userId, repeat);
  }

  /** @throws AppError `not_found`, also for a stranger's run. */
  async get(userId: string, id: string): Promise<z.infer<typeof GenerationView>> {
    const generation = await this.em.findOne(Generation, { id, userId }, { refresh: true });
    if (!generation) throw new AppError('not_found');
    return (await this.viewAll([generation]))[0]!;
  }

  async list(
    userId: string,
    page: PageQuery,
  ): Promise<{ items: z.infer<typeof GenerationView>[]; nextCursor: string | null }> {
    const { items, nextCursor } = await pageOfRuns(this.em, userId, page);
    return { items: await this.viewAll(items), nextCursor };
  }

  /** Favourites of all runs, those of the latest first. */
  async favourites(userId: string): Promise<z.infer<typeof FavouriteList>> {
    const favourites = await this.em.find(
      Portrait,
      { userId, isFavourite: true },
      { orderBy: { createdAt: 'desc', id: 'asc' }, limit: MOST_FAVOURITES },
    );
    const runs = await this.em.find(
      Generation,
      { id: { $in: favourites.map(({ generationId }) => generationId) }, status: 'completed' },
      { orderBy: { createdAt: 'desc', id: 'asc' } },
    );
    const items = (await this.viewAll(runs)).flatMap(({ style, expiresAt, portraits }) =>
      portraits.filter(({ favourite }) => favourite).map((portrait) => ({ ...portrait, style, expiresAt })),
    );
    return { items };
  }

  /** @returns a completed run of portraits that are no samples; null where there is none, also for a stranger's */
  async finishedRun(em: EntityManager, userId: string, id: string): Promise<FinishedRun | null> {
    const run = await em.findOne(
      Generation,
      { id, userId, status: 'completed', isSample: false },
      { lockMode: LockMode.PESSIMISTIC_READ, refresh: true },
    );
    if (!run) return null;
    const portraits = await em.find(Portrait, { generationId: id }, { orderBy: { position: 'asc' } });
    return { id, profileId: run.profileId, styleId: run.styleId, portraits };
  }

  /**
   * @returns own portraits, in the order of the ids, with their profile and end; null unless all are one's own and no samples. They stay
   * until the transaction has ended.
   */
  async finishedPortraits(
    em: EntityManager,
    userId: string,
    ids: readonly string[],
  ): Promise<FinishedPortrait[] | null> {
    const portraits = await em.find(Portrait, { id: { $in: [...ids] }, userId });
    const runs = await em.find(
      Generation,
      { id: { $in: portraits.map(({ generationId }) => generationId) }, status: 'completed', isSample: false },
      { lockMode: LockMode.PESSIMISTIC_READ, refresh: true, orderBy: { id: 'asc' } },
    );
    const found = ids.flatMap((id) => {
      const run = runs.find((one) => one.id === portraits.find((portrait) => portrait.id === id)?.generationId);
      return run?.expiresAt && run.expiresAt > this.clock.now()
        ? { id, generationId: run.id, profileId: run.profileId, expiresAt: run.expiresAt }
        : [];
    });
    // Counted again: one may have been deleted by itself before its run was locked.
    const isWhole = (await em.count(Portrait, { id: { $in: [...ids] } })) === ids.length;
    return isWhole && found.length === ids.length ? found : null;
  }

  /** Deletes a run with its images; one that has not ended yet is called off, and its credits come back if nothing of it was shown. */
  async delete(userId: string, id: string): Promise<void> {
    const balance = await this.em.transactional(async (em) => {
      const generation = await em.findOne(
        Generation,
        { id, userId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!generation) throw new AppError('not_found');
      const { portraits, returned } = await this.deleteIn(em, generation);
      await this.receipts.write(em, { userId, kind: 'portraits', rule: 'asked', count: portraits, ids: [id] });
      return returned;
    });
    this.live.publish(userId, 'generation.changed', { generationId: id, status: 'deleted' });
    if (balance !== null) this.live.publish(userId, 'credits.changed', { balance });
  }

  /** The same within a transaction that has locked the row, and without a receipt. @returns how many portraits went, and the balance if credits came back */
  async deleteIn(em: EntityManager, generation: Generation): Promise<{ portraits: number; returned: number | null }> {
    const { id } = generation;
    const returned = await this.returns.book(em, generation, 'customer');
    await em.nativeDelete(PortraitVersion, { generationId: id });
    const portraits = await em.nativeDelete(Portrait, { generationId: id });
    await em.nativeDelete(Generation, { id });
    await this.outbox.add(em, ObjectsDiscarded, { keys: [], prefixes: [objectPrefix(id)] });
    if (isUnderWay(generation)) await this.outbox.add(em, RemoteWorkDiscarded, { tasks: [id], subjectIds: [] });
    await this.domainEvents.publish(em, RunDeleted, { generationId: id });
    return { portraits, returned };
  }

  /** Nothing is made of a profile that is gone. Each run is locked before it is looked at. */
  private async endRunsOf(em: EntityManager, profileId: string, afterCommit: (act: () => void) => void): Promise<void> {
    const runs = await em.find(
      Generation,
      { profileId, status: { $in: ['queued', 'processing'] } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
    );
    for (const run of runs) {
      await this.deleteIn(em, run);
      afterCommit(() =>
        this.live.publish(run.userId, 'generation.changed', { generationId: run.id, status: 'deleted' }),
      );
    }
  }

  /** Runs whose time is over go with their portraits. The rows are locked by the caller. @returns how many portraits went */
  async expire(em: EntityManager, ids: readonly string[]): Promise<number> {
    await em.nativeDelete(PortraitVersion, { generationId: { $in: [...ids] } });
    const portraits = await em.nativeDelete(Portrait, { generationId: { $in: [...ids] } });
    await em.nativeDelete(Generation, { id: { $in: [...ids] } });
    await this.outbox.add(em, ObjectsDiscarded, { keys: [], prefixes: ids.map(objectPrefix) });
    return portraits;
  }

  /** Removes a finished run that was misused, in the caller's transaction; no credits come back. @returns null when it is gone already */
  async removeMisused(
    em: EntityManager,
    id: string,
  ): Promise<{ userId: string; portraits: number; styleName: string; completedAt: Date } | null> {
    const run = await em.findOne(
      Generation,
      { id, status: 'completed' },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!run) return null;
    const [style] = await this.styles.byIds([run.styleId]);
    await this.domainEvents.publish(em, RunDeleted, { generationId: id, isMisused: true });
    return {
      userId: run.userId,
      styleName: style?.displayName ?? '',
      completedAt: run.completedAt ?? run.createdAt,
      portraits: await this.expire(em, [id]),
    };
  }

  /** What an email about runs says of each, the first to go first. */
  async forReminder(ids: readonly string[]): Promise<{ styleName: string; completedAt: Date; expiresAt: Date }[]> {
    const runs = await this.em
      .fork()
      .find(
        Generation,
        { id: { $in: [...ids] }, completedAt: { $ne: null }, expiresAt: { $ne: null } },
        { orderBy: { expiresAt: 'asc', id: 'asc' } },
      );
    const styles = new Map(
      (await this.styles.byIds([...new Set(runs.map((run) => run.styleId))])).map((style) => [
        style.id,
        style.displayName,
      ]),
    );
    return runs.map((run) => ({
      styleName: styles.get(run.styleId) ?? '',
      completedAt: run.completedAt!,
      expiresAt: run.expiresAt!,
    }));
  }

  /** After a restore: what is there again of these goes again. A run that had not ended is canceled as it was then, with its credits. @returns how many */
  async deleteAgain(em: EntityManager, ids: readonly string[]): Promise<number> {
    const runs = await em.find(
      Generation,
      { id: { $in: [...ids] } },
      { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    for (const run of runs) await this.deleteIn(em, run);
    return runs.length;
  }

  /** What an email about a run needs. */
  async forEmail(id: string): Promise<{ styleName: string; expiresAt: Date | null; isRepeat: boolean } | null> {
    const generation = await this.em.findOne(Generation, { id });
    if (!generation) return null;
    const [style] = await this.styles.byIds([generation.styleId]);
    const { expiresAt = null, repeatOf = null } = generation;
    return { styleName: style?.displayName ?? '', expiresAt, isRepeat: repeatOf !== null };
  }

  private async viewAll(generations: Generation[]): Promise<z.infer<typeof GenerationView>[]> {
    const ofThese = { generationId: { $in: generations.map(({ id }) => id) } };
    const portraits = await this.em.find(Portrait, ofThese);
    const versions = await this.em.find(PortraitVersion, ofThese, { orderBy: { number: 'asc' } });
    const styles = await this.styles.byIds([...new Set(generations.map((generation) => generation.styleId))]);
    const usual = await this.usual.of(this.em, this.clock.now());
    const trained = await this.profiles.trained(this.em, [
      ...new Set(generations.map((generation) => generation.profileId)),
    ]);
    const repeated = await this.repeats.usedOf(this.em, [...trained]);
    return generations.map((generation) =>
      this.views.generation(
        generation,
        portraits.filter((portrait) => portrait.generationId === generation.id),
        versions.filter((version) => version.generationId === generation.id),
        {
          style: styles.find((style) => style.id === generation.styleId),
          usual,
          hasModel: trained.has(generation.profileId),
          creditsReturnedOnDeletion: this.returns.onDeletion(generation),
          repeatable:
            generation.status === 'completed' &&
            !generation.repeatOf &&
            trained.has(generation.profileId) &&
            !repeated.has(generation.profileId),
        },
      ),
    );
  }
}
