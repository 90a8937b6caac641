import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { findUser, keepPresentUser, UsersService } from '../../identity/index.js';
import { CreditsService, owedBy } from '../../credits/index.js';
import { facts } from '../../facts/index.js';
import { Clock, DAY } from '../../platform/clock/index.js';
import { Sealing } from '../../platform/sealing/index.js';
import { db } from '../payments.tables.js';
import { AddressDebt } from './address-debt.entity.js';

const PURPOSE = 'address-debt';

/** What deleting an account keeps because of debt: counted for the preview of the deletion and for its email. */
export interface KeptForDebt {
  owedCredits: number;
  /** 1 when a keyed hash of the address is kept. */
  addressHashes: number;
}

/**
 * Debt that outlives an account. Locks go from the account that left to its heir, never back: the left account's credits are held
 * before its row here is read, so that a chargeback and a take-over cannot miss each other.
 */
@Injectable()
export class AddressDebtsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly users: UsersService,
    private readonly credits: CreditsService,
    private readonly sealing: Sealing,
  ) {}

  /** What deleting the account would keep; null where nothing is owed and no payment can be disputed any more, neither of this account nor of one before it. */
  async wouldKeep(userId: string, em: EntityManager = this.em): Promise<KeptForDebt | null> {
    const disputableSince = new Date(this.clock.now().getTime() - facts.deletion.disputableDays * DAY);
    const found = await db(em)
      .selectNoFrom((eb) => [
        sql<number>`coalesce(${owedBy(userId)}, 0)::int`.as('owed'),
        eb
          .or([
            eb.exists(
              eb
                .selectFrom('payment')
                .select('id')
                .where('user_id', '=', userId)
                .where('amount_rappen', '>', 0)
                .where(({ eb: of, or }) => or([of('is_dispute_open', '=', true), of('paid_at', '>', disputableSince)])),
            ),
            eb.exists(eb.selectFrom('address_debt').select('id').where('heir_id', '=', userId)),
          ])
          .as('kept'),
      ])
      .executeTakeFirst();
    if (!found || (found.owed === 0 && !found.kept)) return null;
    return { owedCredits: found.owed, addressHashes: 1 };
  }

  /** Joins the deletion of an account, before its address is forgotten. */
  async keep(em: EntityManager, userId: string): Promise<KeptForDebt | null> {
    const user = await findUser(em, { id: userId });
    const kept = user && (await this.wouldKeep(userId, em));
    if (!kept) return null;
    await db(em)
      .insertInto('address_debt')
      .values({
        id: randomUUID(),
        created_at: this.clock.now(),
        address_hash: this.hash(user.email),
        user_id: userId,
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    return kept;
  }

  /** An account takes over what its address owed before. Done once for each account that left. Opens a transaction of its own: never within another. */
  async takeOver(userId: string): Promise<void> {
    const user = await this.users.recipient(userId);
    if (!user) return;
    const which = { addressHash: this.hash(user.email), heirId: null, userId: { $ne: userId } };
    const left = await this.em.fork().find(AddressDebt, which, { orderBy: { createdAt: 'asc', id: 'asc' } });
    if (left.length === 0) return;
    await this.em.fork().transactional(async (em) => {
      // A deletion of this account waits, and then finds what it has taken over. Weaker than an update's lock: bookings refer to the account meanwhile.
      if (!(await keepPresentUser(em, userId))) return;
      for (const { id, userId: leftId } of left) {
        await this.credits.hold(em, leftId);
        const debt = await em.findOne(AddressDebt, { id }, { refresh: true });
        if (!debt || debt.heirId) continue;
        debt.heirId = userId;
        await em.flush();
        await this.follow(em, leftId);
      }
    });
  }

  /** Passes on what an account that left has come to owe, and gives back what it turns out not to have owed. The caller holds its credits. */
  async follow(em: EntityManager, leftId: string): Promise<void> {
    const debt = await em.findOne(AddressDebt, { userId: leftId, heirId: { $ne: null } }, { refresh: true });
    if (!debt?.heirId) return;
    if (
      await this.credits.moveDebt(em, {
        from: leftId,
        to: debt.heirId,
        businessKey: `debt-passed-on:${leftId}:${debt.movements + 1}`,
      })
    ) {
      debt.movements += 1;
      await em.flush();
      await this.follow(em, debt.heirId);
    }
  }

  private hash(address: string): string {
    return this.sealing.fingerprint(PURPOSE, address);
  }
}
