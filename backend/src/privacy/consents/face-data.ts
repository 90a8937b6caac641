import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AfterCommit } from '../../platform/queue/index.js';

/** A feature that keeps something made of a customer's face on the ground of their consent. */
export interface FaceDataOwner {
  name: string;
  /** Shows it to nobody any more, in the transaction that withdraws the consent; also where the rest is kept. */
  stopShowing?(em: EntityManager, userId: string): Promise<void>;
  /** Deletes it with its receipts, in the same transaction, where that is asked for. @returns what is to be done after the commit */
  deleteFaceData?(em: EntityManager, userId: string): Promise<AfterCommit>;
}

/** Who shows or keeps what was made of a customer's face, for when they withdraw their consent. Features to the left register at start. */
@Injectable()
export class FaceDataRegistry {
  private readonly byName = new Map<string, FaceDataOwner>();

  /** @throws Error when the name is taken. */
  register(owner: FaceDataOwner): void {
    if (this.byName.has(owner.name)) throw new Error(`face data of ${owner.name} is registered twice`);
    this.byName.set(owner.name, owner);
  }

  async stopShowing(em: EntityManager, userId: string): Promise<void> {
    for (const owner of this.byName.values()) await owner.stopShowing?.(em, userId);
  }

  async delete(em: EntityManager, userId: string): Promise<AfterCommit> {
    const after: AfterCommit[] = [];
    for (const owner of this.byName.values()) {
      const act = await owner.deleteFaceData?.(em, userId);
      if (act) after.push(act);
    }
    return () => after.forEach((act) => act());
  }
}
