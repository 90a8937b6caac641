import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import {
  orTooSlow,
  PHOTO_INSPECTOR,
  type ImageTrace,
  type PhotoInspector,
  type PhotoReason,
} from '../integrations/portrait-engine/index.js';
import { AppError } from '../platform/errors/index.js';
import { PublicUploadIntake, type Upload } from '../platform/http/index.js';
import { bitsOf } from './fingerprints.js';
import { db } from './generations.tables.js';
import type { ImageCheck } from './image-check.schemas.js';

/**
 * Bits of 256 in which a fingerprint may differ. Recoding, halving and brightening change at most 30; pictures that have nothing
 * to do with one another differ in about 128, give or take 8.
 */
const SAME = 32;
/** Steps of whole pictures that wait: strangers wait for one another, so that the photos of customers never wait for them. */
const WAITING = 8;
/** Runs that one picture is told to come from: a picture of one run looks like those of few others. */
const MOST_RUNS = 5;

/** Where a picture was found to come from. */
export interface ComparedPicture {
  ok: true;
  /** It carries our mark of provenance, also when its run is gone. */
  isMarked: boolean;
  runs: { generationId: string; userId: string }[];
}

/** Who sends a picture, and until when. */
interface Sender {
  address: string;
  signal: AbortSignal;
}

/** Answers whether a picture came from here. What is sent is not kept, and nothing is said about whose it is. */
@Injectable()
export class ImageCheckService {
  private readonly one = pLimit(1);

  constructor(
    private readonly em: EntityManager,
    private readonly intake: PublicUploadIntake,
    @Inject(PHOTO_INSPECTOR) private readonly inspector: PhotoInspector,
  ) {}

  /** @throws AppError `file_too_large`, `unavailable` while too many are asking, `check_too_slow`, UploadTooSlow. */
  async check(upload: Upload, from: Sender): Promise<z.infer<typeof ImageCheck>> {
    const trace = await this.receive(upload, from);
    if (!trace.ok) return { result: 'unreadable', sourceType: null, sample: false, reason: trace.reason };
    if (trace.mark) return { result: 'marked', sourceType: trace.mark, sample: trace.isSample, reason: null };
    return {
      result: (await this.search(from.signal, () => this.isKnown(trace.fingerprints))) ? 'recognised' : 'unknown',
      sourceType: null,
      sample: false,
      reason: null,
    };
  }

  /** Also tells whose runs it comes from, nearest first: for admins only, never for an answer. @throws AppError as `check` */
  async compare(upload: Upload, from: Sender): Promise<ComparedPicture | { ok: false; reason: PhotoReason }> {
    const trace = await this.receive(upload, from);
    if (!trace.ok) return trace;
    return {
      ok: true,
      isMarked: trace.mark !== null,
      runs: await this.search(from.signal, () => this.runsOf(trace.fingerprints)),
    };
  }

  private receive(upload: Upload, { address, signal }: Sender): Promise<ImageTrace> {
    return this.intake.take(upload, { address, maxBytes: facts.photos.maxBytes, signal }, (image) =>
      this.trace(image, signal),
    );
  }

  /** Only what is here whole waits for its turn: who sends slowly keeps nobody waiting. */
  private trace(image: Buffer, signal: AbortSignal): Promise<ImageTrace> {
    if (this.one.pendingCount >= WAITING) throw new AppError('unavailable', { retryAfterSeconds: 10 });
    return this.one(() => orTooSlow(this.inspector.trace(image, { signal })));
  }

  /** In the same line: each reads every fingerprint there is. */
  private search<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.one(() => {
      // Nobody waits for it any more.
      if (signal.aborted) throw new AppError('unavailable', { retryAfterSeconds: 10 });
      return work();
    });
  }

  private async isKnown(fingerprints: readonly string[]): Promise<boolean> {
    const found = await db(this.em)
      .selectFrom('portrait_fingerprint')
      .select('id')
      .where(({ or }) =>
        or(
          fingerprints.map((fingerprint) => sql<boolean>`bit_count(bits # ${bitsOf(fingerprint)}) <= ${sql.lit(SAME)}`),
        ),
      )
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }

  private async runsOf(fingerprints: readonly string[]): Promise<ComparedPicture['runs']> {
    const distances = sql.join(fingerprints.map((fingerprint) => sql`bit_count(f.bits # ${bitsOf(fingerprint)})`));
    return db(this.em)
      .selectFrom((eb) =>
        eb
          .selectFrom('portrait_fingerprint as f')
          .innerJoin('portrait as p', 'p.id', 'f.portrait_id')
          .select(['p.generation_id as generationId', 'p.user_id as userId'])
          .select(sql<number>`min(least(${distances}))`.as('distance'))
          .groupBy(['p.generation_id', 'p.user_id'])
          .as('nearest'),
      )
      .select(['generationId', 'userId'])
      .where('distance', '<=', SAME)
      .orderBy('distance')
      .orderBy('generationId')
      .limit(MOST_RUNS)
      .execute();
  }
}
