import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { AppError } from '../../platform/errors/index.js';
import { CreditPack } from './credit-pack.entity.js';

/** Packs as users see and buy them: never business packs, never archived ones. */
@Injectable()
export class PacksService {
  constructor(private readonly em: EntityManager) {}

  list(): Promise<CreditPack[]> {
    return this.em.find(CreditPack, { isBusinessPack: false, archivedAt: null }, { orderBy: [{ sortOrder: 'asc' }, { id: 'asc' }], refresh: true });
  }

  /** @throws AppError `pack_unknown` also for business and archived packs. */
  async get(id: string): Promise<CreditPack> {
    const pack = await this.em.findOne(CreditPack, { id, isBusinessPack: false, archivedAt: null }, { refresh: true });
    if (!pack) throw new AppError('pack_unknown');
    return pack;
  }

  /** Adds the packs of the facts once; what admins have made of them stays. */
  static async seed(em: EntityManager, now: Date): Promise<void> {
    for (const [index, pack] of facts.creditPacks.entries()) {
      await em.execute(
        `insert into credit_pack (id, created_at, seed_key, name, credits, price_rappen, is_business_pack, is_most_popular, sort_order)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (seed_key) do nothing`,
        [randomUUID(), now, pack.key, pack.name, pack.credits, pack.priceRappen, pack.business, pack.mostPopular, index],
      );
    }
  }
}
