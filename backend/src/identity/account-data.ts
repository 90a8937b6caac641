import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { StoredObject } from '../integrations/storage/index.js';

/** One piece of an export: a document, a file, or a remark for the export's explanation (German). */
export type ExportPart =
  | { path: string; json: unknown }
  /** `open` answers null when the file has gone in the meantime. */
  | { path: string; open(): Promise<StoredObject | null> }
  | { note: string };

export interface ExportOptions {
  /** What cannot be reached now will not be asked again: leave it out and say so in a note. */
  lastAttempt: boolean;
}

/** What was taken away, counted by kind. */
export type Counts = Record<string, number>;

/** What a feature holds about people, and what becomes of it when one of them leaves or is shut out. */
export interface AccountDataOwner {
  name: string;
  /** What the export explains about each file (German); a path may name a whole folder. */
  explains: readonly { path: string; text: string }[];
  export?(userId: string, options: ExportOptions): AsyncIterable<ExportPart>;
  /** What deleting the account would take away. */
  count?(userId: string): Promise<Counts>;
  /**
   * Takes the data away and calls off running work, in the transaction that deletes the account (and once more soon after,
   * for what was being written just then). Locks jobs before rows, as workers do.
   */
  erase?(em: EntityManager, userId: string): Promise<Counts>;
  /** Calls off running work in the transaction that blocks the user, and gives back what it had cost. May run twice. */
  block?(em: EntityManager, userId: string): Promise<void>;
}

/**
 * Who holds something about a user. Identity stands to the right of all features and may not import them, so each
 * registers its part at start, in both processes.
 */
@Injectable()
export class AccountDataRegistry {
  private readonly byName = new Map<string, AccountDataOwner>();

  /** @throws Error when the name is taken. */
  register(owner: AccountDataOwner): void {
    if (this.byName.has(owner.name)) throw new Error(`account data of ${owner.name} is registered twice`);
    this.byName.set(owner.name, owner);
  }

  get owners(): AccountDataOwner[] {
    return [...this.byName.values()];
  }

  async count(userId: string): Promise<Counts> {
    const counts = await Promise.all(this.owners.map(async (owner) => owner.count?.(userId)));
    return sum(counts);
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    const counts: (Counts | undefined)[] = [];
    for (const owner of this.owners) counts.push(await owner.erase?.(em, userId));
    return sum(counts);
  }

  async block(em: EntityManager, userId: string): Promise<void> {
    for (const owner of this.owners) await owner.block?.(em, userId);
  }
}

/** What a feature registers: it does so by itself when its module starts. */
export abstract class AccountDataPart implements AccountDataOwner, OnModuleInit {
  abstract readonly name: string;
  abstract readonly explains: AccountDataOwner['explains'];
  @Inject(AccountDataRegistry) private readonly registry!: AccountDataRegistry;

  abstract export(userId: string, options: ExportOptions): AsyncIterable<ExportPart>;

  onModuleInit(): void {
    this.registry.register(this);
  }
}

function sum(counts: (Counts | undefined)[]): Counts {
  const total: Counts = {};
  for (const [kind, count] of counts.flatMap((one) => Object.entries(one ?? {})))
    total[kind] = (total[kind] ?? 0) + count;
  return total;
}
