import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { User, AccountDataRegistry } from '../../identity/index.js';
import { toPseudonym } from './account-deletion.service.js';

/** Sweeps up what requests wrote that were let in just before an account was deleted or blocked. */
@Injectable()
export class LeftoversService {
  constructor(
    private readonly em: EntityManager,
    private readonly registry: AccountDataRegistry,
  ) {}

  async sweep(userId: string): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const user = await em.findOne(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (user?.deletedAt) {
        toPseudonym(user, user.deletedAt);
        await this.registry.erase(em, userId);
      }
      if (user?.isBlocked && !user.deletedAt) await this.registry.block(em, userId);
    });
  }
}
