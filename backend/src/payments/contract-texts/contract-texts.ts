import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { CONFIG, type Config } from '../../config/index.js';
import { Clock } from '../../platform/clock/index.js';
import { db } from '../payments.tables.js';
import { ContractText } from './contract-text.entity.js';
import { readLegalText, type LegalText } from './legal-text.js';

/** The public pages and what is sent with an order are made of the same files. */
const FOLDER = new URL('../../../../pwa/src/content/legal/', import.meta.url);

/** What applies to every order: the terms, then the instruction on withdrawal, which ends with its form. */
const APPLYING = ['terms', 'refund'];

/** The legal texts that a customer agrees to with an order, and keeps. */
@Injectable()
export class ContractTexts {
  private read: Promise<LegalText[]> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  /** Keeps the texts of now, in the transaction of an order that agrees to them. @returns the row that has them */
  async keep(em: EntityManager): Promise<string> {
    const texts = await this.texts();
    const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex');
    const kept = await em.findOne(ContractText, { hash });
    if (kept) return kept.id;
    await db(em)
      .insertInto('contract_text')
      .values({
        id: randomUUID(),
        created_at: this.clock.now(),
        hash,
        texts: sql<LegalText[]>`${JSON.stringify(texts)}::jsonb`,
      })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    return (await em.findOneOrFail(ContractText, { hash })).id;
  }

  /** What an order agreed to, whatever has been published since; of orders from before texts were kept, the texts of now. */
  async of({ contractTextId }: { contractTextId?: string | null | undefined }): Promise<LegalText[]> {
    if (!contractTextId) return this.texts();
    return (await this.em.fork().findOneOrFail(ContractText, { id: contractTextId })).texts;
  }

  /** Titles and versions of what orders agreed to, by the row that has them. */
  async versions(em: EntityManager, ids: string[]): Promise<Map<string, Pick<LegalText, 'title' | 'version'>[]>> {
    const kept = await em.find(ContractText, { id: { $in: ids } });
    return new Map(kept.map(({ id, texts }) => [id, texts.map(({ title, version }) => ({ title, version }))]));
  }

  private texts(): Promise<LegalText[]> {
    return (this.read ??= this.readAll().catch((error: unknown) => {
      // The next order reads again.
      this.read = undefined;
      throw error;
    }));
  }

  private readAll(): Promise<LegalText[]> {
    return Promise.all(
      APPLYING.map(async (name) => readLegalText(await readFile(new URL(`${name}.md`, FOLDER), 'utf8'), this.config)),
    );
  }
}
