import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { disownDeclarations } from '../contracts/index.js';
import { removeCreditAccount } from '../credits/index.js';
import { AccountDataRegistry, removeUser } from '../identity/index.js';
import { forgetEmails } from '../notifications/index.js';
import { forgetCustomer } from '../payments/index.js';

/** Removes accounts that never became one: without a trace, as there is no contract that anything would be kept for. */
@Injectable()
export class AccountRemoval {
  constructor(private readonly registry: AccountDataRegistry) {}

  async remove(em: EntityManager, id: string): Promise<void> {
    // First of all: nobody else will look for declarations under this id.
    await disownDeclarations(em, id);
    await this.registry.erase(em, id);
    await forgetEmails(em, id);
    await forgetCustomer(em, id);
    await removeCreditAccount(em, id);
    await removeUser(em, id);
  }
}
