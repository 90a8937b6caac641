import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import { GenerationsService, type FinishedRun } from '../generations/index.js';
import { lockUser } from '../identity/index.js';
import { Clock, DAY } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import type { Upload } from '../platform/http/index.js';
import { ConsentsService } from '../privacy/index.js';
import { StylesService } from '../styles/index.js';
import { ExampleEndings } from './example-endings.service.js';
import { ExamplePicture } from './example-picture.entity.js';
import { ExamplePictures, lockExample, type Refusal, type Uploader } from './example-pictures.service.js';
import { ExampleRegister } from './example-register.service.js';
import { Example } from './example.entity.js';
import type { OfferExampleBody, OwnExample, OwnExamples } from './examples.schemas.js';

/** What customers release of their own portraits, and take back. */
@Injectable()
export class ExampleOffers {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly generations: GenerationsService,
    private readonly consents: ConsentsService,
    private readonly styles: StylesService,
    private readonly pictures: ExamplePictures,
    private readonly endings: ExampleEndings,
    private readonly register: ExampleRegister,
  ) {}

  /**
   * Offers portraits of a run for public pages; nothing is shown before an admin accepts it. The same offer again changes nothing.
   * @throws AppError `not_found`, `run_not_showable` (not finished, a sample, or somebody else's face), `consent_required`, `conflict` where the text agreed to is not
   * the current one or something else is offered of this run already, `validation` for portraits of another run, `offered_too_often`, `too_many_releases`
   */
  async offer(userId: string, generationId: string, body: z.infer<typeof OfferExampleBody>): Promise<void> {
    if (body.version !== facts.examples.releaseVersion)
      throw new AppError('conflict', { detail: `current version is ${facts.examples.releaseVersion}` });
    await this.generations.get(userId, generationId);
    await this.em.fork().transactional(async (em) => {
      // The user's row before all others of theirs (docs/leaving.md).
      await lockUser(em, userId);
      const run = await this.generations.finishedRun(em, userId, generationId);
      if (!run || (await this.consents.showsSomebodyElse(em, userId, run.profileId)))
        throw new AppError('run_not_showable');
      await this.requireConsent(em, userId, run.profileId);
      const wanted = chosen(run.portraits, body.portraitIds);
      const present = await lockExample(em, { generationId, userId });
      if (present) {
        if (await this.isSame(em, present, body, wanted)) return;
        throw new AppError('conflict', { detail: 'something else is offered of this run already' });
      }
      const open = await em.count(Example, { userId, status: { $in: ['offered', 'shown'] } });
      const before = await em.count(Example, { userId, generationId });
      if (before >= facts.examples.mostOffersOfRun) throw new AppError('offered_too_often');
      if (open >= facts.examples.mostReleases) throw new AppError('too_many_releases');
      const [id, now] = [randomUUID(), this.clock.now()];
      em.create(Example, {
        id,
        userId,
        generationId,
        styleId: run.styleId,
        status: 'offered',
        alias: body.alias,
        places: [...body.places],
        releaseReference: body.version,
        releasedAt: now,
        months: body.months,
        rewardCredits: await this.register.rewardFor(em, userId),
        endsAt: new Date(now.getTime() + facts.examples.offerDays * DAY),
        createdAt: now,
      });
      await em.flush();
      await this.pictures.add(em, id, wanted);
    });
  }

  /** Withdrawn consents end what is shown (`ExampleEndings`); without them nothing new is offered either. @throws AppError `consent_required` */
  private async requireConsent(em: EntityManager, userId: string, profileId: string): Promise<void> {
    if (!(await this.consents.allowsUseOfProfile(em, userId, profileId))) throw new AppError('consent_required');
  }

  /** Whether an offer says what the open one says: a lost answer is asked for again. */
  private async isSame(
    em: EntityManager,
    { id, alias, places, months }: Example,
    body: z.infer<typeof OfferExampleBody>,
    wanted: readonly { sourceKey: string }[],
  ): Promise<boolean> {
    const pictures = await em.find(ExamplePicture, { exampleId: id, kind: 'portrait' });
    const words = (list: readonly string[]) => [...list].sort().join(' ');
    return (
      alias === body.alias &&
      months === body.months &&
      words(places) === words(body.places) &&
      words(pictures.map(({ sourceKey }) => sourceKey)) === words(wanted.map(({ sourceKey }) => sourceKey))
    );
  }

  /** Before a byte is read. @throws AppError `not_found` unless an offer of this run waits */
  async requireWaiting(userId: string, generationId: string): Promise<void> {
    if ((await this.em.fork().count(Example, { generationId, userId, status: 'offered' })) === 0)
      throw new AppError('not_found');
  }

  /** Gives an offer that waits the photo it was made of. @returns why it was not taken, or null. @throws AppError `not_found`, as `ExamplePictures.upload` */
  uploadBefore(generationId: string, upload: Upload, uploader: Uploader): Promise<Refusal | null> {
    const find = async (em: EntityManager): Promise<Example> => {
      const example = await lockExample(em, { generationId, userId: uploader.userId });
      if (example?.status !== 'offered') throw new AppError('not_found');
      return example;
    };
    return this.pictures.upload(upload, uploader, { kind: 'before', find });
  }

  /** Takes a release back: the pictures are gone from every page at once. @throws AppError `not_found` */
  async withdraw(userId: string, id: string): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const example = await lockExample(em, { id, userId });
      if (!example) throw new AppError('not_found');
      await this.endings.end(em, example, 'withdrawn');
    });
  }

  /** Own releases, the newest first, also those that have ended; they are as few as runs allow (`mostOffersOfRun`). */
  async list(userId: string): Promise<z.infer<typeof OwnExamples>> {
    const em = this.em.fork();
    const examples = await em.find(Example, { userId }, { orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] });
    const pictures = await em.find(ExamplePicture, { exampleId: { $in: examples.map(({ id }) => id) } });
    const styles = await this.styles.byIds([...new Set(examples.map(({ styleId }) => styleId))]);
    return {
      items: examples.map((example) =>
        view(
          example,
          pictures.filter(({ exampleId }) => exampleId === example.id),
          styles.find(({ id }) => id === example.styleId)?.displayName ?? '',
        ),
      ),
      rewardCredits: await this.register.rewardFor(em, userId),
    };
  }
}

/** Each once, in the order of the run. @throws AppError `validation` */
function chosen(portraits: FinishedRun['portraits'], ids: readonly string[]) {
  const found = portraits.filter(({ id }) => ids.includes(id));
  if (found.length !== new Set(ids).size)
    throw new AppError('validation', {
      fields: [{ path: 'portraitIds', code: 'unknown', message: 'are not all portraits of this run' }],
    });
  return found.map(({ storageKey, width, height }) => ({
    id: randomUUID(),
    kind: 'portrait' as const,
    sourceKey: storageKey,
    mark: null,
    width,
    height,
  }));
}

function view(example: Example, pictures: readonly ExamplePicture[], style: string): z.infer<typeof OwnExample> {
  const { id, generationId, status, alias, places, months, createdAt, shownAt, endsAt, endedBecause } = example;
  return {
    id,
    generationId: generationId ?? null,
    status,
    alias,
    style,
    places,
    months: months ?? null,
    portraits: pictures.filter(({ kind }) => kind === 'portrait').length,
    hasBefore: pictures.some(({ kind }) => kind === 'before'),
    offeredAt: createdAt.toISOString(),
    shownAt: shownAt?.toISOString() ?? null,
    endsAt: endsAt.toISOString(),
    endedBecause: endedBecause ?? null,
  };
}
