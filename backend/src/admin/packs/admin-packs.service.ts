import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PacksService } from '../../catalogue/index.js';
import { countSoldPacks } from '../../payments/index.js';
import { AppError } from '../../platform/errors/index.js';
import { AuditLog } from '../audit/audit-log.service.js';
import type { AdminCreditPack, AdminCreditPackBody, AdminCreditPackChange } from './admin-packs.schemas.js';

/** Credit packs as admins make and sell them. Errors as in `AuditLog.run`, and `not_found`. */
@Injectable()
export class AdminPacksService {
  constructor(
    private readonly em: EntityManager,
    private readonly packs: PacksService,
    private readonly audit: AuditLog,
  ) {}

  /** In their order, business packs too. */
  async list(): Promise<AdminCreditPack[]> {
    const [packs, sold] = [await this.packs.listAll(), await countSoldPacks(this.em)];
    return packs.map((pack) => ({
      id: pack.id,
      name: pack.name,
      credits: pack.credits,
      priceRappen: pack.priceRappen,
      isBusinessPack: pack.isBusinessPack,
      isMostPopular: pack.isMostPopular,
      needsSubscription: pack.needsSubscription,
      sortOrder: pack.sortOrder,
      sold: sold.get(pack.id) ?? 0,
    }));
  }

  async create(actorId: string, body: AdminCreditPackBody): Promise<AdminCreditPack> {
    const pack = { ...body, needsSubscription: body.needsSubscription ?? true };
    let id = '';
    await this.audit.run(actorId, async (em) => {
      id = await this.packs.create(em, pack);
      return { action: 'pack.create', subjectId: id, reason: pack.name, detail: pack };
    });
    return this.get(id);
  }

  async edit(actorId: string, id: string, change: AdminCreditPackChange): Promise<AdminCreditPack> {
    await this.audit.run(actorId, async (em) => {
      const changed = await this.packs.edit(em, id, change);
      return changed && { action: 'pack.edit', subjectId: id, reason: changed.name, detail: { ...changed } };
    });
    return this.get(id);
  }

  /** Takes a pack off sale. Orders that name it stay; those that wait for their payment are honoured. */
  async remove(actorId: string, id: string): Promise<void> {
    await this.audit.run(actorId, async (em) => ({
      action: 'pack.delete',
      subjectId: id,
      reason: await this.packs.archive(em, id),
    }));
  }

  private async get(id: string): Promise<AdminCreditPack> {
    const found = (await this.list()).find((pack) => pack.id === id);
    if (!found) throw new AppError('not_found');
    return found;
  }
}
