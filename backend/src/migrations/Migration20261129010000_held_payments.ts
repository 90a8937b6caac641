import { Migration } from '@mikro-orm/migrations';

/** Payments whose credits wait for an admin's word, and the orders that say so to their customer. */
export class Migration20261129010000 extends Migration {
  override up(): void {
    this.addSql(`alter table "payment" add column "credits_held" int not null default 0`);
    this.addSql(
      `alter table "payment" add constraint "payment_credits_held_not_granted" check ("credits_held" >= 0 and ("credits_held" = 0 or "credits_granted" = 0))`,
    );
    this.addSql(`alter table "customer_order" add column "held_at" timestamptz(3) null`);
  }
}
