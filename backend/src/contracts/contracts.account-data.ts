import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportPart } from '../identity/index.js';
import { Declaration } from './declarations/declaration.entity.js';

/** Declarations are accounting: they are exported and stay, without what names the person. */
@Injectable()
export class ContractsAccountData extends AccountDataPart {
  readonly name = 'contracts';
  readonly explains = [
    { path: 'erklaerungen.json', text: 'Ihre Kündigungen und Widerrufe, wie sie bei uns eingingen.' },
  ];

  constructor(private readonly em: EntityManager) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const em = this.em.fork();
    const declarations = await em.find(Declaration, { userId }, { orderBy: { createdAt: 'asc' } });
    yield {
      path: 'erklaerungen.json',
      json: declarations.map(
        ({
          number,
          createdAt,
          kind,
          name,
          email,
          orderNumber,
          manner,
          statement,
          status,
          effectiveAt,
          refundRappen,
          answer,
        }) => ({
          number,
          createdAt,
          kind,
          name,
          email,
          orderNumber,
          manner,
          statement,
          status,
          effectiveAt,
          refundRappen,
          answer: answer ?? null,
        }),
      ),
    };
  }

  /** Who made a declaration is known by the user's pseudonym from now on. */
  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await em.nativeUpdate(Declaration, { userId }, { name: '', email: '', statement: null, answer: null });
    return {};
  }
}
