import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { CreditPack } from './credit-pack.entity.js';
import { db } from '../catalogue.tables.js';

/** What admins decide of a pack. */
export type PackDetails = Pick<
  CreditPack,
  'name' | 'credits' | 'priceRappen' | 'isBusinessPack' | 'isMostPopular' | 'needsSubscription' | 'sortOrder'
>;

/** Packs as users see and buy them: never business packs, never archived ones; and as admins keep them. */
@Injectable()
export class PacksService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  /** @param to `subscribers` see all, `everybody` those that need no subscription. */
  list(to: 'subscribers' | 'everybody'): Promise<CreditPack[]> {
    const onSale = { isBusinessPack: false, archivedAt: null };
    return this.em.find(CreditPack, to === 'everybody' ? { ...onSale, needsSubscription: false } : onSale, {
      orderBy: [{ sortOrder: 'asc' }, { id: 'asc' }],
      refresh: true,
    });
  }

  /** @throws AppError `pack_unknown` also for business and archived packs. */
  async get(id: string): Promise<CreditPack> {
    const pack = await this.em.findOne(CreditPack, { id, isBusinessPack: false, archivedAt: null }, { refresh: true });
    if (!pack) throw new AppError('pack_unknown');
    return pack;
  }

  /** For admins: business packs too, but never archived ones. */
  listAll(): Promise<CreditPack[]> {
    return this.em.find(
      CreditPack,
      { archivedAt: null },
      { orderBy: [{ sortOrder: 'asc' }, { id: 'asc' }], refresh: true },
    );
  }

  /** @returns the id of the new pack */
  async create(em: EntityManager, pack: PackDetails): Promise<string> {
    const { id } = em.create(CreditPack, { ...pack, createdAt: this.clock.now() });
    await em.flush();
    await this.leaveOneMostPopular(em, id, pack);
    return id;
  }

  /**
   * Changes what is given. What was ordered stays as it was ordered.
   * @returns the pack as it is now, or null when nothing was different
   * @throws AppError `not_found` also for archived packs
   */
  async edit(em: EntityManager, id: string, change: Partial<PackDetails>): Promise<PackDetails | null> {
    const pack = await this.lock(em, id);
    const before = JSON.stringify(detailsOf(pack));
    Object.assign(pack, change);
    const now = detailsOf(pack);
    if (JSON.stringify(now) === before) return null;
    await em.flush();
    await this.leaveOneMostPopular(em, id, now);
    return now;
  }

  /** @returns the pack's name @throws AppError `not_found` also for archived packs */
  async archive(em: EntityManager, id: string): Promise<string> {
    const pack = await this.lock(em, id);
    pack.archivedAt = this.clock.now();
    await em.flush();
    return pack.name;
  }

  private async lock(em: EntityManager, id: string): Promise<CreditPack> {
    const pack = await em.findOne(
      CreditPack,
      { id, archivedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!pack) throw new AppError('not_found');
    return pack;
  }

  /** «Am beliebtesten» stands at one pack only. */
  private async leaveOneMostPopular(em: EntityManager, id: string, { isMostPopular }: PackDetails): Promise<void> {
    if (isMostPopular)
      await em.nativeUpdate(CreditPack, { id: { $ne: id }, isMostPopular: true }, { isMostPopular: false });
  }

  /** Adds the packs of the facts once; what admins have made of them stays. */
  static async seed(em: EntityManager, now: Date): Promise<void> {
    for (const [index, pack] of facts.creditPacks.entries()) {
      await db(em)
        .insertInto('credit_pack')
        .values({
          id: randomUUID(),
          created_at: now,
          seed_key: pack.key,
          name: pack.name,
          credits: pack.credits,
          price_rappen: pack.priceRappen,
          is_business_pack: pack.business,
          is_most_popular: pack.mostPopular,
          sort_order: index,
        })
        .onConflict((conflict) => conflict.column('seed_key').doNothing())
        .execute();
    }
  }
}

const detailsOf = ({
  name,
  credits,
  priceRappen,
  isBusinessPack,
  isMostPopular,
  needsSubscription,
  sortOrder,
}: CreditPack): PackDetails => ({
  name,
  credits,
  priceRappen,
  isBusinessPack,
  isMostPopular,
  needsSubscription,
  sortOrder,
});
