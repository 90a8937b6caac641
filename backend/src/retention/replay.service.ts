import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDeletionService } from '../privacy/index.js';
import { AiProfile, AiProfilesService } from '../ai-profiles/index.js';
import { Generation, GenerationsService } from '../generations/index.js';
import { AccountRemoval } from './account-removal.service.js';
import { Journal, type JournalLine } from './journal.js';

/** After a restore: what the journal says was deleted is deleted again. What is gone is left alone, so it may run any number of times. */
@Injectable()
export class ReplayService {
  constructor(
    private readonly em: EntityManager,
    private readonly journal: Journal,
    private readonly accounts: AccountDeletionService,
    private readonly profiles: AiProfilesService,
    private readonly generations: GenerationsService,
    private readonly removal: AccountRemoval,
  ) {}

  /** @returns how many lines were read, and how many of them had something to delete again */
  async replay(): Promise<{ lines: number; repeated: number }> {
    const result = { lines: 0, repeated: 0 };
    for await (const line of this.journal.lines()) {
      result.lines += 1;
      if (await this.repeat(line)) result.repeated += 1;
    }
    return result;
  }

  private async repeat(line: JournalLine): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      const present = await this.present(em, line);
      if (present.length > 0) await this.remove(em, line, present);
      await this.restoreReceipt(em, line);
      return present.length > 0;
    });
  }

  /** What of it is there again, locked. */
  private async present(em: EntityManager, { kind, ids }: JournalLine): Promise<string[]> {
    const table = {
      portraits: 'generation',
      reference_photos: 'reference_photo',
      draft: 'ai_profile',
      profile: 'ai_profile',
      account: 'app_user',
    }[kind];
    const living = kind === 'account' ? 'and deleted_at is null' : '';
    const rows = await em.execute<{ id: string }[]>(
      `select id from ${table} where id in (${ids.map(() => '?').join(', ')}) ${living} order by id for update`,
      [...ids],
    );
    return rows.map((row) => row.id);
  }

  private async remove(em: EntityManager, { kind, rule, userId, at }: JournalLine, ids: string[]): Promise<void> {
    if (kind === 'account')
      return rule === 'unconfirmed_accounts'
        ? this.removal.remove(em, userId)
        : this.accounts.repeat(em, userId, new Date(at));
    if (kind === 'reference_photos') return void (await this.profiles.discardPhotos(em, ids));
    if (kind === 'portraits') {
      // A run that had not ended yet is called off as it was then, with its credits.
      for (const run of await em.find(Generation, { id: { $in: ids } })) await this.generations.deleteIn(em, run);
      return;
    }
    for (const profile of await em.find(AiProfile, { id: { $in: ids } })) await this.profiles.deleteIn(em, profile);
  }

  /** Its owner saw it before the restore. */
  private async restoreReceipt(
    em: EntityManager,
    { receiptId, at, userId, kind, rule, count, model, crops }: JournalLine,
  ): Promise<void> {
    if (rule === 'unconfirmed_accounts') return;
    await em.execute(
      `insert into deletion_receipt (id, created_at, user_id, kind, rule, count, model, crops, journaled_at)
       select ?, ?, ?, ?, ?, ?, ?, ?, ? where exists (select 1 from app_user where id = ?) on conflict (id) do nothing`,
      [receiptId, new Date(at), userId, kind, rule, count, model ?? null, crops ?? null, new Date(at), userId],
    );
  }
}
