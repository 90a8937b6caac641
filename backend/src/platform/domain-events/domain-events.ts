import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Something that has come about, for features to the left of the one that tells of it. */
export interface DomainEvent<T> {
  readonly name: string;
  /** Never set; says what is told. */
  readonly told?: T;
}

export function defineDomainEvent<T extends object>(name: string): DomainEvent<T> {
  return { name };
}

type Handler = (em: EntityManager, told: never) => Promise<void>;

/** Tells within the transaction that makes something so: what a handler writes is there with it, or neither is. */
@Injectable()
export class DomainEvents {
  private readonly handlers = new Map<string, Handler[]>();

  subscribe<T>(event: DomainEvent<T>, handler: (em: EntityManager, told: T) => Promise<void>): void {
    this.handlers.set(event.name, [...(this.handlers.get(event.name) ?? []), handler]);
  }

  /** @throws Error outside a transaction. */
  async publish<T>(em: EntityManager, event: DomainEvent<T>, told: T): Promise<void> {
    if (!em.isInTransaction()) throw new Error(`${event.name} is published within a transaction`);
    for (const handle of this.handlers.get(event.name) ?? []) await handle(em, told as never);
  }
}
