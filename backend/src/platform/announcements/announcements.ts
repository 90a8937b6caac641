import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Something that has come about, for features to the left of the one that tells of it. */
export interface Announcement<T> {
  readonly name: string;
  /** Never set; says what is told. */
  readonly told?: T;
}

export function defineAnnouncement<T extends object>(name: string): Announcement<T> {
  return { name };
}

type Follower = (em: EntityManager, told: never) => Promise<void>;

/** Tells within the transaction that makes something so: what a follower writes is there with it, or neither is. */
@Injectable()
export class Announcements {
  private readonly followers = new Map<string, Follower[]>();

  follow<T>(what: Announcement<T>, act: (em: EntityManager, told: T) => Promise<void>): void {
    this.followers.set(what.name, [...(this.followers.get(what.name) ?? []), act as Follower]);
  }

  /** @throws Error outside a transaction. */
  async make<T>(em: EntityManager, what: Announcement<T>, told: T): Promise<void> {
    if (!em.isInTransaction()) throw new Error(`${what.name} is announced within a transaction`);
    for (const act of this.followers.get(what.name) ?? []) await act(em, told as never);
  }
}
