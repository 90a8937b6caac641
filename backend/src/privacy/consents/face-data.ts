import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AfterCommit } from '../../platform/queue/index.js';

/** A feature that keeps something made of a customer's face on the ground of their consent. */
export interface FaceDataOwner {
  name: string;
  /** Deletes it with its receipts, in the transaction that withdraws the consent. @returns what is to be done after the commit */
  deleteFaceData(em: EntityManager, userId: string): Promise<AfterCommit>;
}

/** Who deletes what was made of a customer's face, when they withdraw their consent and ask for it. Features to the left register at start. */
@Injectable()
export class FaceDataRegistry {
  private readonly byName = new Map<string, FaceDataOwner>();

  /** @throws Error when the name is taken. */
  register(owner: FaceDataOwner): void {
    if (this.byName.has(owner.name)) throw new Error(`face data of ${owner.name} is registered twice`);
    this.byName.set(owner.name, owner);
  }

  async delete(em: EntityManager, userId: string): Promise<AfterCommit> {
    const after: AfterCommit[] = [];
    for (const owner of this.byName.values()) after.push(await owner.deleteFaceData(em, userId));
    return () => after.forEach((act) => act());
  }
}
