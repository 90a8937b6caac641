import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, MINUTE } from '../../platform/clock/index.js';
import { RateLimiter } from '../../platform/http/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { DeclarationDue, DeclarationReceived } from '../contracts.events.js';
import { newOrderNumber } from '../../payments/index.js';
import { Declaration } from './declaration.entity.js';
import type { CancellationBody, WithdrawalBody } from './declarations.schemas.js';
import { LIMITS } from './limits.js';

/** For so long the same words from the same address are the same click, unless what they did was taken back since. */
const ONE_ACT_MS = MINUTE;

const PREFIX = { cancellation: 'K', withdrawal: 'W' } as const;

type Said = Pick<Declaration, 'kind' | 'name' | 'email'> &
  Record<'orderNumber' | 'statement', string | null> & { manner: 'ordinary' | 'extraordinary' | null };

/**
 * Takes in what somebody declares without signing in. Nothing is looked up here: the answer and the receipt are the same for
 * customers and for strangers. What follows from it is a job.
 */
@Injectable()
export class DeclarationsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly limiter: RateLimiter,
    private readonly outbox: Outbox,
  ) {}

  cancel(body: CancellationBody): Promise<Declaration> {
    const { manner, name, email, orderNumber } = body;
    return this.receive({
      kind: 'cancellation',
      manner,
      name,
      email,
      orderNumber: orderNumber ?? null,
      statement: body.manner === 'extraordinary' ? body.reason : null,
    });
  }

  withdraw({ name, email, orderNumber, statement }: WithdrawalBody): Promise<Declaration> {
    return this.receive({ kind: 'withdrawal', manner: null, name, email, orderNumber, statement: statement ?? null });
  }

  private async receive(said: Said): Promise<Declaration> {
    return this.em.fork().transactional(async (em) => {
      await this.queueUp(em, said);
      const earlier = await this.sameAct(em, said);
      if (earlier) return earlier;
      const withLetters = await this.limiter.allows(LIMITS.emailsPerAddress, said.email);
      const declaration = em.create(Declaration, {
        ...said,
        id: randomUUID(),
        createdAt: this.clock.now(),
        number: newOrderNumber(PREFIX[said.kind]),
        status: 'received',
      });
      await em.flush();
      const { id } = declaration;
      if (withLetters)
        await this.outbox.add(
          em,
          DeclarationReceived,
          { declarationId: id },
          { dedupeKey: `declaration-received:${id}` },
        );
      await this.outbox.add(
        em,
        DeclarationDue,
        { declarationId: id, withLetters },
        { dedupeKey: `declaration-due:${id}` },
      );
      return declaration;
    });
  }

  /** Two clicks at the same moment: the second waits for the first to commit. */
  private async queueUp(em: EntityManager, said: Said): Promise<void> {
    await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [JSON.stringify(['declaration', said])]);
  }

  private async sameAct(em: EntityManager, said: Said): Promise<Declaration | null> {
    const since = new Date(this.clock.now().getTime() - ONE_ACT_MS);
    return em.findOne(
      Declaration,
      { ...said, takenBackAt: null, createdAt: { $gt: since } },
      { orderBy: { createdAt: 'desc' } },
    );
  }
}
