import sharp from 'sharp';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AiProfilesService } from '../ai-profiles/index.js';
import { EngineMetrics, RemoteWorkDiscarded } from '../engine-runs/index.js';
import { facts } from '../facts/index.js';
import {
  EngineExhausted,
  fingerprintOf,
  PortraitEngines,
  type EngineName,
  type RenderedPortrait,
  type SourceType,
} from '../integrations/portrait-engine/index.js';
import { ContentCredentials } from '../integrations/content-credentials/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { Clock, DAY } from '../platform/clock/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox, PermanentFailure, type AfterCommit, type Lease } from '../platform/queue/index.js';
import { traced } from '../platform/telemetry/index.js';
import { markPicture } from '../previews/mark/index.js';
import { Generation, type DeliveredPortrait } from './generation.entity.js';
import { keepFingerprints } from './fingerprints.js';
import { formatKey, markedPreviewKey, objectPrefix, portraitKey, previewKey } from './generation-keys.js';
import { GenerationEnded } from './generations.domain-events.js';
import { GenerationNewsDue } from './generations.events.js';
import { makePreview } from './make-preview.js';
import { FORMAT_KEYS } from './portrait-format-keys.js';
import { cutFormats } from './portrait-formats.js';
import { MARKED_PREVIEW, PREVIEWS } from './portrait-previews.js';
import { Portrait } from './portrait.entity.js';
import { RunReturns } from './run-returns.service.js';
import { sourceTypeOf } from './source-type.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

/** All portraits of a run, and what made them. */
interface Rendered {
  engine: EngineName;
  portraits: DeliveredPortrait[];
}

/** The worker's part of a run. */
@Injectable()
export class GenerationRunService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly profiles: AiProfilesService,
    private readonly storage: ObjectStorage,
    private readonly returns: RunReturns,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
    private readonly engines: PortraitEngines,
    private readonly credentials: ContentCredentials,
    private readonly domainEvents: DomainEvents,
    private readonly metrics: EngineMetrics,
  ) {}

  async run(generationId: string, lease: Lease): Promise<void> {
    const em = this.em.fork();
    const generation = await em.findOne(Generation, { id: generationId, status: { $in: ['queued', 'processing'] } });
    if (!generation) return this.discardUnwanted(generationId); // called off, perhaps while a worker died at it
    generation.status = 'processing';
    generation.startedAt ??= this.clock.now();
    generation.progressFraction = Math.max(
      generation.progressFraction,
      generation.delivered.length / facts.generation.portraits,
    );
    await em.flush();
    this.live.publish(generation.userId, 'generation.changed', { generationId, status: 'processing' });
    let kept: boolean;
    try {
      kept = await this.deliver(generation, lease);
    } finally {
      await this.discardUnwanted(generationId);
    }
    if (kept) this.live.publish(generation.userId, 'generation.changed', { generationId, status: 'completed' });
  }

  private count({ scene, createdAt }: Generation, outcome: 'completed' | 'failed'): void {
    this.metrics.ended({ work: 'portraits', scene, outcome, orderedAt: createdAt, endedAt: this.clock.now() });
  }

  /** In the transaction that gives the job up: the run fails and its credits come back. */
  async onFailed(generationId: string, em: EntityManager): Promise<AfterCommit | void> {
    const generation = await em.findOne(
      Generation,
      { id: generationId, status: { $in: ['queued', 'processing'] } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!generation) return;
    generation.status = 'failed';
    generation.delivered = [];
    generation.previewed = [];
    await em.flush();
    const balance = await this.returns.book(em, generation, 'failure');
    await this.outbox.add(em, RemoteWorkDiscarded, { tasks: [generationId], subjectIds: [] });
    await this.outbox.add(em, ObjectsDiscarded, { keys: [], prefixes: [objectPrefix(generationId)] });
    await this.outbox.add(
      em,
      GenerationNewsDue,
      { generationId, userId: generation.userId, status: 'failed' },
      { dedupeKey: `generation-failed:${generationId}` },
    );
    await this.domainEvents.publish(em, GenerationEnded, {
      userId: generation.userId,
      generationId,
      profileId: generation.profileId,
      status: 'failed',
      reason: 'engine',
    });
    return () => {
      this.live.publish(generation.userId, 'generation.changed', { generationId, status: 'failed' });
      if (balance !== null) this.live.publish(generation.userId, 'credits.changed', { balance });
      this.count(generation, 'failed');
    };
  }

  /** @returns false when the run was called off in the meantime. */
  private async deliver(generation: Generation, lease: Lease): Promise<boolean> {
    try {
      const kept = await this.commit(generation, await this.render(generation, lease), lease);
      if (kept) this.count(generation, 'completed');
      return kept;
    } catch (error) {
      if (error instanceof EngineExhausted) throw new PermanentFailure(error.message, { cause: error });
      throw error;
    }
  }

  /** Called off while it was at work: what has been stored until now goes. */
  private async discardUnwanted(generationId: string): Promise<void> {
    const em = this.em.fork();
    const wanted = await em.count(Generation, { id: generationId, status: { $ne: 'failed' } });
    if (wanted > 0) return;
    await this.storage.deletePrefix(objectPrefix(generationId));
    await em.transactional((inner) =>
      this.outbox.add(inner, RemoteWorkDiscarded, { tasks: [generationId], subjectIds: [] }),
    );
  }

  private async render(generation: Generation, lease: Lease): Promise<Rendered> {
    const model = await this.profiles.modelOf(this.em.fork(), generation.profileId);
    if (!model) throw new PermanentFailure('the profile is gone');
    const engine = this.engines.of(model.engine);
    const portraits = [...generation.delivered];
    const previewed = new Set(generation.previewed);
    let fraction = generation.progressFraction;
    // One after the other: a shorter list must not overtake a longer one.
    let noted: Promise<unknown> = Promise.resolve();
    const note = () =>
      (noted = noted.then(() =>
        this.note(generation, { delivered: [...portraits], previewed: [...previewed], progressFraction: fraction }),
      ));
    const tell = () =>
      this.live.publish(generation.userId, 'generation.progress', {
        generationId: generation.id,
        fraction,
        finished: [...previewed],
      });
    // What an earlier attempt showed may look different now: only what this one has shown is not written again.
    const shown = new Set<number>();
    const show = async ({ index, jpeg }: { index: number; jpeg: Uint8Array }) => {
      if (shown.has(index)) return;
      shown.add(index);
      const { webp } = await markPicture(jpeg, MARKED_PREVIEW);
      await this.storage.put(markedPreviewKey(generation.id, index), webp, 'image/webp');
      previewed.add(index);
      await note();
      tell();
    };
    tell();
    await traced('engine portraits', { 'engine.scene': generation.scene }, () =>
      engine.generate({
        task: generation.id,
        descriptor: model.descriptor,
        readArtifact: (name) => this.storage.read(model.storagePrefix + name),
        scene: generation.scene,
        prompt: generation.prompt,
        seed: generation.seed,
        choice: generation.photoChoice ?? null,
        ...(generation.retouch ? { retouch: generation.retouch } : {}),
        complaint: generation.complaint ?? null,
        count: facts.generation.portraits,
        done: new Set(portraits.map(({ index }) => index)),
        signal: lease.signal,
        onProgress: (progress) => {
          fraction = Math.max(fraction, progress.fraction);
          tell();
        },
        onRendered: show,
        onPortrait: async (portrait) => {
          await show(portrait);
          portraits.push(await this.store(generation.id, portrait, sourceTypeOf(engine.name, portrait.isSample)));
          await note();
        },
      }),
    );
    if (portraits.length !== facts.generation.portraits)
      throw new Error(`engine delivered ${portraits.length} portraits`);
    return { engine: engine.name, portraits };
  }

  /** What can be seen from now on is recorded with it. A run that was deleted meanwhile stays as it is: gone, with nothing shown. */
  private async note(
    generation: Generation,
    seen: Pick<Generation, 'delivered' | 'previewed' | 'progressFraction'>,
  ): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const changed = await em.nativeUpdate(Generation, { id: generation.id, status: 'processing' }, seen);
      if (changed > 0) await this.returns.noteShown(em, generation);
    });
  }

  private async storePreview(
    generationId: string,
    index: number,
    jpeg: Uint8Array,
    preview: (typeof PREVIEWS)[number],
  ): Promise<void> {
    await this.storage.put(
      previewKey(generationId, index, preview.variant),
      await makePreview(jpeg, preview),
      'image/webp',
    );
  }

  /** The files of a portrait. Nothing of them is decoded again when they are fetched. */
  private async store(
    generationId: string,
    portrait: RenderedPortrait,
    sourceType: SourceType,
  ): Promise<DeliveredPortrait> {
    const signed = await this.credentials.sign(portrait.jpeg, sourceType);
    await this.storage.put(portraitKey(generationId, portrait.index), signed, 'image/jpeg');
    for (const preview of PREVIEWS) await this.storePreview(generationId, portrait.index, portrait.jpeg, preview);
    const fingerprints = [await fingerprintOf(sharp(portrait.jpeg))];
    for (const { key, jpeg } of await cutFormats(portrait)) {
      await this.storage.put(
        formatKey(generationId, portrait.index, key),
        await this.credentials.sign(jpeg, sourceType),
        'image/jpeg',
      );
      fingerprints.push(await fingerprintOf(sharp(jpeg)));
    }
    const { index, width, height, likeness, rank, source, isSample } = portrait;
    return { index, width, height, likeness, rank, source, isSample, bytes: signed.length, fingerprints };
  }

  /** @returns false when the run was called off in the meantime. */
  private async commit(generation: Generation, { engine, portraits }: Rendered, lease: Lease): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      await lease.finish(em);
      const current = await em.findOne(
        Generation,
        { id: generation.id, status: 'processing' },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!current) return false;
      const now = this.clock.now();
      const rows = portraits.map((portrait) => ({
        portrait,
        row: em.create(Portrait, portraitRow(current, portrait, now)),
      }));
      Object.assign(current, {
        status: 'completed',
        engine,
        isSample: portraits.some((portrait) => portrait.isSample),
        delivered: [],
        previewed: [],
        progressFraction: 1,
        completedAt: now,
        expiresAt: new Date(now.getTime() + facts.portraits.keptDays * DAY),
      });
      await em.flush();
      await this.returns.noteShown(em, current);
      await this.outbox.add(em, ObjectsDiscarded, {
        keys: portraits.map(({ index }) => markedPreviewKey(current.id, index)),
        prefixes: [],
      });
      await keepFingerprints(
        em,
        rows.flatMap(({ portrait, row }) =>
          portrait.fingerprints.map((fingerprint) => ({ portraitId: row.id, fingerprint })),
        ),
        now,
      );
      await this.outbox.add(
        em,
        GenerationNewsDue,
        { generationId: current.id, userId: current.userId, status: 'completed' },
        { dedupeKey: `generation-completed:${current.id}` },
      );
      await this.domainEvents.publish(em, GenerationEnded, {
        userId: current.userId,
        generationId: current.id,
        profileId: current.profileId,
        status: 'completed',
        portraits: rows.length,
      });
      return true;
    });
  }
}

function portraitRow(generation: Generation, portrait: DeliveredPortrait, now: Date) {
  return {
    generationId: generation.id,
    userId: generation.userId,
    position: portrait.index,
    storageKey: portraitKey(generation.id, portrait.index),
    previewKey: previewKey(generation.id, portrait.index),
    width: portrait.width,
    height: portrait.height,
    bytes: portrait.bytes,
    likeness: portrait.likeness,
    rank: portrait.rank,
    formats: [...FORMAT_KEYS],
    hasLargePreview: true,
    source: portrait.source,
    createdAt: now,
  };
}
