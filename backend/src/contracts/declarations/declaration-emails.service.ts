import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Declaration } from './declaration.entity.js';

/** What emails about declarations tell. */
@Injectable()
export class DeclarationEmails {
  constructor(private readonly em: EntityManager) {}

  /** @returns null when its account, and with it name and address, has gone. */
  async find(id: string): Promise<Declaration | null> {
    const declaration = await this.em.findOne(Declaration, { id }, { refresh: true });
    return declaration?.email ? declaration : null;
  }
}
