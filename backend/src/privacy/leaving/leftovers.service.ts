import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataRegistry, findUser, toPseudonym } from '../../identity/index.js';

/** Sweeps up what requests wrote that were let in just before an account was deleted or blocked. */
@Injectable()
export class LeftoversService {
  constructor(
    private readonly em: EntityManager,
    private readonly registry: AccountDataRegistry,
  ) {}

  async sweep(userId: string): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const user = await findUser(em, { id: userId, orLeft: true }, 'write');
      if (user?.deletedAt) {
        toPseudonym(user, user.deletedAt);
        await this.registry.erase(em, userId);
      }
      if (user?.isBlocked && !user.deletedAt) await this.registry.block(em, userId);
    });
  }
}
