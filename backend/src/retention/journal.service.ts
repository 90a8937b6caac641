import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { markJournaled } from '../privacy/index.js';
import { Clock } from '../platform/clock/index.js';
import { Journal, type JournalLine } from './journal.js';

/** Takes deletions down, and knows of each receipt whether that has been done. */
@Injectable()
export class JournalService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly journal: Journal,
  ) {}

  async note(deletion: JournalLine): Promise<void> {
    await this.journal.append(deletion);
    await markJournaled(this.em.fork(), deletion.receiptId, this.clock.now());
  }
}
