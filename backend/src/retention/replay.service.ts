import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { lockPresentUser } from '../identity/index.js';
import { AccountDeletionService, restoreReceipt } from '../privacy/index.js';
import { AiProfilesService } from '../ai-profiles/index.js';
import { ExampleEndings } from '../examples/index.js';
import { GenerationsService, PortraitDeletions } from '../generations/index.js';
import { JudgementsService } from '../judgements/index.js';
import { VoteEndings } from '../published-links/index.js';
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
    private readonly portraits: PortraitDeletions,
    private readonly examples: ExampleEndings,
    private readonly judgements: JudgementsService,
    private readonly votes: VoteEndings,
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
      const repeated = await this.deleteAgain(em, line);
      await this.restoreReceipt(em, line);
      return repeated;
    });
  }

  /** @returns whether anything of it was there again */
  private async deleteAgain(em: EntityManager, { kind, ids, rule, userId, at }: JournalLine): Promise<boolean> {
    switch (kind) {
      case 'portraits': {
        // Ids of runs, and of portraits that were deleted by themselves.
        const runs = await this.generations.deleteAgain(em, ids);
        return runs + (await this.portraits.deleteAgain(em, ids)) > 0;
      }
      case 'example':
        return (await this.examples.endAgain(em, ids)) > 0;
      case 'judgement':
        return (await this.judgements.withdrawAgain(em, ids, new Date(at))) > 0;
      case 'link':
        return (await this.votes.endAgain(em, ids)) > 0;
      case 'judgement_sentence':
        return (await this.judgements.unpublishAgain(em, ids, new Date(at))) > 0;
      case 'reference_photos':
        return (await this.profiles.discardPhotos(em, ids)) > 0;
      case 'draft':
      case 'profile':
        return (await this.profiles.deleteAgain(em, ids)) > 0;
      case 'account': {
        if (!(await lockPresentUser(em, userId))) return false;
        if (rule === 'unconfirmed_accounts') await this.removal.remove(em, userId);
        else await this.accounts.repeat(em, userId, new Date(at));
        return true;
      }
    }
  }

  /** Its owner saw it before the restore. */
  private async restoreReceipt(
    em: EntityManager,
    { receiptId, at, userId, kind, rule, count, model, crops }: JournalLine,
  ): Promise<void> {
    if (rule === 'unconfirmed_accounts') return;
    await restoreReceipt(em, { id: receiptId, userId, kind, rule, count, model, crops, at: new Date(at) });
  }
}
