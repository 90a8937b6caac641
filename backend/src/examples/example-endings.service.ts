import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { PortraitDeleted, RunDeleted } from '../generations/index.js';
import { Clock, HOUR } from '../platform/clock/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { Outbox } from '../platform/queue/index.js';
import { DeletionReceipts, FaceDataRegistry, type DeletionRule } from '../privacy/index.js';
import { ExamplePicture } from './example-picture.entity.js';
import { Example, type ExampleEnding } from './example.entity.js';
import { ExampleNewsDue } from './examples.events.js';
import { examplePrefix } from './example-keys.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

/** After this, nothing writes any more for an example that has ended. */
const LATE_WRITES_MS = HOUR;
/** Of these the customer is told by email; the others are their own act. An offer that nobody answered in time is refused. */
function newsOf(because: ExampleEnding, wasShown: boolean): 'refused' | 'ended' | null {
  if (because === 'withdrawn' || because === 'deleted') return null;
  return wasShown ? 'ended' : 'refused';
}

const ruleOf = (because: ExampleEnding): DeletionRule =>
  because === 'withdrawn' || because === 'deleted' ? 'asked' : 'examples';

type Which = { userId: string } | { generationId: string } | { id: { $in: string[] } };

/** How examples end: pictures and alias go at once, in the transaction that ends the release. */
@Injectable()
export class ExampleEndings implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly receipts: DeletionReceipts,
    private readonly domainEvents: DomainEvents,
    private readonly faceData: FaceDataRegistry,
  ) {}

  onModuleInit(): void {
    this.domainEvents.subscribe(RunDeleted, async (em, { generationId }) => {
      await this.endAll(em, { generationId }, 'deleted');
    });
    this.domainEvents.subscribe(PortraitDeleted, async (em, { storageKey }) => {
      const pictures = await em.find(ExamplePicture, { kind: 'portrait', sourceKey: storageKey });
      await this.endAll(em, { id: { $in: pictures.map(({ exampleId }) => exampleId) } }, 'deleted');
    });
    this.faceData.register({
      name: 'examples',
      stopShowing: async (em, userId) => {
        await this.endAll(em, { userId }, 'withdrawn');
      },
    });
  }

  /** Ends what has not ended of these. @param rule of the receipts, where it is not that of the ending. @returns how many */
  async endAll(em: EntityManager, which: Which, because: ExampleEnding, rule = ruleOf(because)): Promise<number> {
    const open = await this.lockOpen(em, which);
    for (const example of open) await this.end(em, example, because, rule);
    return open.length;
  }

  /** Until when an example is shown; null where it is not. */
  async shownUntil(id: string): Promise<Date | null> {
    const example = await this.em.fork().findOne(Example, { id, status: 'shown', endsAt: { $gt: this.clock.now() } });
    return example?.endsAt ?? null;
  }

  /** After a restore: what is there again of these ends again; its owner has had the receipt. @returns how many */
  async endAgain(em: EntityManager, ids: readonly string[]): Promise<number> {
    const open = await this.lockOpen(em, { id: { $in: [...ids] } });
    for (const example of open) await this.remove(em, example, 'withdrawn');
    return open.length;
  }

  /** The row is locked by the caller, and has not ended. */
  async end(em: EntityManager, example: Example, because: ExampleEnding, rule = ruleOf(because)): Promise<void> {
    const { id, userId, status } = example;
    const count = await this.remove(em, example, because);
    // Of pictures that the operator holds a release for nobody has an account to find a receipt in.
    if (!userId) return;
    await this.receipts.write(em, { userId, kind: 'example', rule, count, ids: [id] });
    const news = newsOf(because, status === 'shown');
    if (!news) return;
    await this.outbox.add(
      em,
      ExampleNewsDue,
      { exampleId: id, userId, news, credits: 0 },
      { dedupeKey: `example-${news}:${id}` },
    );
  }

  /** @returns how many pictures went */
  private async remove(em: EntityManager, example: Example, because: ExampleEnding): Promise<number> {
    const { id } = example;
    const now = this.clock.now();
    Object.assign(example, { status: 'ended', endedAt: now, endedBecause: because, alias: '' });
    await em.flush();
    const pictures = await em.nativeDelete(ExamplePicture, { exampleId: id });
    const discarded = { keys: [], prefixes: [examplePrefix(id)] };
    await this.outbox.add(em, ObjectsDiscarded, discarded);
    await this.outbox.add(em, ObjectsDiscarded, discarded, { runAfter: new Date(now.getTime() + LATE_WRITES_MS) });
    return pictures;
  }

  private lockOpen(em: EntityManager, which: Which): Promise<Example[]> {
    return em.find(
      Example,
      { ...which, status: { $ne: 'ended' } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
    );
  }
}
