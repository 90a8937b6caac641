import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CreditsService } from '../credits/index.js';
import { facts } from '../facts/index.js';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { Outbox } from '../platform/queue/index.js';
import { ExampleEndings } from './example-endings.service.js';
import { ExamplePicture } from './example-picture.entity.js';
import { ExamplePictures, lockExample } from './example-pictures.service.js';
import { ExampleSetting } from './example-setting.entity.js';
import { Example, type ExamplePlace } from './example.entity.js';
import { ExampleNewsDue } from './examples.events.js';

/** What the operator writes down of a release. */
export interface ReleaseDetails {
  styleId: string;
  alias: string;
  places: ExamplePlace[];
  releaseReference: string;
  releasedAt: Date;
  endsAt: Date;
}

const rewardKey = (userId: string) => `example-reward:${userId}`;

/** What admins do with examples, each within the transaction that writes it down. */
@Injectable()
export class ExampleRegister {
  constructor(
    private readonly clock: Clock,
    private readonly credits: CreditsService,
    private readonly outbox: Outbox,
    private readonly pictures: ExamplePictures,
    private readonly endings: ExampleEndings,
  ) {}

  /** Begins an example of pictures that the operator has a release for. @returns its id */
  async create(em: EntityManager, details: ReleaseDetails): Promise<string> {
    const id = randomUUID();
    em.create(Example, {
      ...details,
      id,
      userId: null,
      generationId: null,
      months: null,
      status: 'preparing',
      createdAt: this.clock.now(),
    });
    await em.flush();
    return id;
  }

  /**
   * Changes what is given. Of a customer's release only the style can be corrected, and places taken away: name, how long and on
   * what ground are the customer's words.
   * @returns false where nothing was different @throws AppError `not_found`, `conflict`
   */
  async edit(em: EntityManager, id: string, change: Partial<ReleaseDetails>): Promise<boolean> {
    const example = await this.lock(em, id);
    if (example.userId) {
      const { places, releaseReference, releasedAt, endsAt, alias } = change;
      const widens = places?.some((place) => !example.places.includes(place));
      if (releaseReference !== undefined || releasedAt || endsAt || alias !== undefined || widens)
        throw new AppError('conflict', { detail: 'a release that a customer gave is not widened' });
    }
    const before = JSON.stringify(detailsOf(example));
    Object.assign(example, change);
    await em.flush();
    return JSON.stringify(detailsOf(example)) !== before;
  }

  /**
   * Shows an example. A customer's first accepted one is rewarded.
   * @returns what it brought its customer, credits
   * @throws AppError `not_found`, `conflict` when it is shown already, `example_not_ready` while pictures are copied or missing, `release_over`
   */
  async show(em: EntityManager, id: string): Promise<{ credits: number; balance: number | null }> {
    const example = await this.lock(em, id);
    if (example.status === 'shown') throw new AppError('conflict', { detail: 'it is shown already' });
    const now = this.clock.now();
    if (example.endsAt <= now) throw new AppError('release_over');
    const pictures = await em.find(ExamplePicture, { exampleId: id });
    if (pictures.some(({ readyAt }) => !readyAt) || !pictures.some(({ kind }) => kind === 'portrait'))
      throw new AppError('example_not_ready');
    Object.assign(example, { status: 'shown', shownAt: now });
    if (example.months) example.endsAt = monthsAfter(now, example.months);
    await em.flush();
    return example.userId ? this.thank(em, example.userId, id) : { credits: 0, balance: null };
  }

  /** Ends an example at once; an offer that was never shown is refused. @throws AppError `not_found` */
  async end(em: EntityManager, id: string): Promise<'refused' | 'removed'> {
    const example = await this.lock(em, id);
    const because = example.status === 'offered' ? 'refused' : 'removed';
    await this.endings.end(em, example, because);
    return because;
  }

  /** Takes a picture out of an example that is not shown. @throws AppError `not_found`, `conflict` */
  async removePicture(em: EntityManager, id: string, pictureId: string): Promise<void> {
    await this.lockUnshown(em, id);
    await this.pictures.remove(em, id, pictureId);
  }

  /** The operator's own example, while it is not shown. @throws AppError `not_found`, `conflict` */
  async lockUnshown(em: EntityManager, id: string): Promise<Example> {
    const example = await this.lock(em, id);
    if (example.status !== 'preparing') throw new AppError('conflict', { detail: 'only while it is being prepared' });
    return example;
  }

  /** All that have not ended, and what has, the newest first. */
  async list(em: EntityManager): Promise<{ example: Example; pictures: ExamplePicture[] }[]> {
    const examples = await em.find(Example, {}, { orderBy: [{ createdAt: 'desc' }, { id: 'asc' }], limit: 200 });
    const pictures = await em.find(
      ExamplePicture,
      { exampleId: { $in: examples.map(({ id }) => id) } },
      { orderBy: { position: 'asc' } },
    );
    return examples.map((example) => ({
      example,
      pictures: pictures.filter(({ exampleId }) => exampleId === example.id),
    }));
  }

  /** What an accepted offer brings, credits. */
  async reward(em: EntityManager): Promise<number> {
    const setting = await em.findOne(ExampleSetting, { isOnly: true }, { refresh: true });
    return setting?.rewardCredits ?? facts.examples.rewardCredits;
  }

  /** What it would bring this customer: once per account. */
  async rewardFor(em: EntityManager, userId: string): Promise<number> {
    return (await this.credits.isBooked(em, rewardKey(userId))) ? 0 : this.reward(em);
  }

  /** @returns false where it was that already */
  async setReward(em: EntityManager, rewardCredits: number): Promise<boolean> {
    if ((await this.reward(em)) === rewardCredits) return false;
    await em.upsert(
      ExampleSetting,
      { id: randomUUID(), createdAt: this.clock.now(), isOnly: true, rewardCredits },
      { onConflictFields: ['isOnly'], onConflictAction: 'merge', onConflictMergeFields: ['rewardCredits'] },
    );
    return true;
  }

  private async thank(
    em: EntityManager,
    userId: string,
    exampleId: string,
  ): Promise<{ credits: number; balance: number | null }> {
    const delta = await this.reward(em);
    const balance =
      delta > 0
        ? await this.credits.book(em, { userId, delta, reason: 'example_reward', businessKey: rewardKey(userId) })
        : null;
    const credits = balance === null ? 0 : delta;
    await this.outbox.add(
      em,
      ExampleNewsDue,
      { exampleId, userId, news: 'shown', credits },
      { dedupeKey: `example-shown:${exampleId}` },
    );
    return { credits, balance };
  }

  private async lock(em: EntityManager, id: string): Promise<Example> {
    const example = await lockExample(em, { id });
    if (!example) throw new AppError('not_found');
    return example;
  }
}

/** The same day so many months later; the last of that month where it has no such day. */
export function monthsAfter(from: Date, months: number): Date {
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date;
}

const detailsOf = ({ styleId, alias, places, releaseReference, releasedAt, endsAt }: Example): ReleaseDetails => ({
  styleId,
  alias,
  places,
  releaseReference,
  releasedAt,
  endsAt,
});
