import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CreditsService } from '../credits/index.js';
import { facts } from '../facts/index.js';
import { lockUser } from '../identity/index.js';
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

export interface ListedExample {
  example: Example;
  pictures: ExamplePicture[];
}

/** A detail of a release that was changed. */
export interface Change {
  field: keyof ReleaseDetails;
  before: unknown;
  after: unknown;
}

/** How many the register shows. */
const MOST_OPEN = 1000;
const MOST_ENDED = 100;

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

  /** Begins an example of pictures that the operator has a release for. @returns its id @throws AppError `validation` */
  async create(em: EntityManager, details: ReleaseDetails): Promise<string> {
    const id = randomUUID();
    requireOrder(details);
    em.create(Example, {
      ...details,
      id,
      userId: null,
      generationId: null,
      months: null,
      rewardCredits: null,
      status: 'preparing',
      createdAt: this.clock.now(),
    });
    await em.flush();
    return id;
  }

  /**
   * Changes what is given. Of a customer's release only the style can be corrected, and places taken away: name, how long and on
   * what ground are the customer's words.
   * @returns what was different, before and after @throws AppError `not_found`, `conflict`, `validation`
   */
  async edit(em: EntityManager, id: string, change: Partial<ReleaseDetails>): Promise<Change[]> {
    const example = await this.lock(em, id);
    if (example.userId) {
      const { places, releaseReference, releasedAt, endsAt, alias } = change;
      const widens = places?.some((place) => !example.places.includes(place));
      if (releaseReference !== undefined || releasedAt || endsAt || alias !== undefined || widens)
        throw new AppError('conflict', { detail: 'a release that a customer gave is not widened' });
    }
    const before = detailsOf(example);
    Object.assign(example, change);
    requireOrder(example);
    await em.flush();
    return changesBetween(before, detailsOf(example));
  }

  /**
   * Shows an example. A customer's first accepted one is rewarded.
   * @param seen the pictures that the admin has looked at: a customer may have exchanged one meanwhile
   * @returns what it brought its customer, credits
   * @throws AppError `not_found`; `conflict` when it is shown already, its pictures are others, or its release begins later; `example_not_ready`
   * while pictures are copied or missing; `release_over`
   */
  async show(
    em: EntityManager,
    id: string,
    seen: readonly string[],
  ): Promise<{ credits: number; balance: number | null }> {
    // The user's row before all others of theirs (docs/leaving.md).
    const { userId } = await em.findOneOrFail(Example, { id }, { failHandler: () => new AppError('not_found') });
    if (userId) await lockUser(em, userId);
    const example = await this.lock(em, id);
    if (example.status === 'shown') throw new AppError('conflict', { detail: 'it is shown already' });
    const now = this.clock.now();
    if (example.endsAt <= now) throw new AppError('release_over');
    if (example.releasedAt > now) throw new AppError('conflict', { detail: 'the release begins later' });
    const pictures = await em.find(ExamplePicture, { exampleId: id }, { refresh: true });
    if (pictures.some(({ readyAt }) => !readyAt) || !pictures.some(({ kind }) => kind === 'portrait'))
      throw new AppError('example_not_ready');
    if (pictures.length !== new Set(seen).size || pictures.some((picture) => !seen.includes(picture.id)))
      throw new AppError('conflict', { detail: 'its pictures are others than those that were looked at' });
    Object.assign(example, { status: 'shown', shownAt: now });
    if (example.months) example.endsAt = monthsAfter(now, example.months);
    await em.flush();
    return userId ? this.thank(em, userId, example) : { credits: 0, balance: null };
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

  /** What has not ended, the newest first, and after it what ended last. */
  async list(em: EntityManager): Promise<ListedExample[]> {
    const open = await em.find(
      Example,
      { status: { $ne: 'ended' } },
      { orderBy: [{ createdAt: 'desc' }, { id: 'asc' }], limit: MOST_OPEN },
    );
    const ended = await em.find(
      Example,
      { status: 'ended' },
      { orderBy: [{ endedAt: 'desc' }, { id: 'asc' }], limit: MOST_ENDED },
    );
    return this.withPictures(em, [...open, ...ended]);
  }

  /** @throws AppError `not_found` */
  async get(em: EntityManager, id: string): Promise<ListedExample> {
    const example = await em.findOne(Example, { id }, { refresh: true });
    if (!example) throw new AppError('not_found');
    return (await this.withPictures(em, [example]))[0]!;
  }

  private async withPictures(em: EntityManager, examples: readonly Example[]): Promise<ListedExample[]> {
    const pictures = await em.find(
      ExamplePicture,
      { exampleId: { $in: examples.map(({ id }) => id) } },
      { orderBy: { position: 'asc' }, refresh: true },
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
    { id: exampleId, rewardCredits }: Example,
  ): Promise<{ credits: number; balance: number | null }> {
    // Offers from before the promise was noted bring what is set now.
    const delta = rewardCredits ?? (await this.reward(em));
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

/** @throws AppError `validation` for an end before the release */
function requireOrder({ releasedAt, endsAt }: Pick<ReleaseDetails, 'releasedAt' | 'endsAt'>): void {
  if (endsAt <= releasedAt)
    throw new AppError('validation', {
      fields: [{ path: 'endsAt', code: 'too_small', message: 'is not after the day of the release' }],
    });
}

function changesBetween(before: ReleaseDetails, after: ReleaseDetails): Change[] {
  return (Object.keys(before) as (keyof ReleaseDetails)[])
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

const detailsOf = ({ styleId, alias, places, releaseReference, releasedAt, endsAt }: Example): ReleaseDetails => ({
  styleId,
  alias,
  places,
  releaseReference,
  releasedAt,
  endsAt,
});
