import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { UsersService } from '../../identity/index.js';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { AppError } from '../../platform/errors/index.js';
import { BillingCustomer } from '../records/billing-customer.entity.js';
import { db } from '../payments.tables.js';

/** Who our users are at the payment provider. */
@Injectable()
export class CustomersService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly payments: PaymentProvider,
  ) {}

  /** The provider's id of a user, who becomes its customer with the first order. */
  async ensure(userId: string): Promise<string> {
    const known = await this.find(userId);
    if (known) return known;
    const user = await this.users.recipient(userId);
    if (!user) throw new AppError('not_found');
    const providerId = await this.payments.ensureCustomer({ id: userId, email: user.email, name: user.displayName });
    // No key is named: of two at the same moment the second may meet either of them.
    await db(this.em)
      .insertInto('billing_customer')
      .values({ user_id: userId, provider_id: providerId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return providerId;
  }

  async find(userId: string): Promise<string | null> {
    return (await this.em.findOne(BillingCustomer, { userId }))?.providerId ?? null;
  }
}
