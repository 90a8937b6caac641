import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataRegistry } from '../identity/index.js';

/** Removes accounts that never became one: without a trace, as there is no contract that anything would be kept for. */
@Injectable()
export class AccountRemoval {
  constructor(private readonly registry: AccountDataRegistry) {}

  async remove(em: EntityManager, id: string): Promise<void> {
    // Anybody could have typed that address: what was declared under it is not theirs, and nobody else will look for it under this id.
    await em.execute('update declaration set user_id = null where user_id = ?', [id]);
    await this.registry.erase(em, id);
    for (const table of ['mail', 'billing_customer', 'credit_account'])
      await em.execute(`delete from ${table} where user_id = ?`, [id]);
    await em.execute('delete from app_user where id = ?', [id]);
  }
}
