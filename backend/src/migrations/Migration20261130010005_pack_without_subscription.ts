import { Migration } from '@mikro-orm/migrations';

/** Admins may sell a credit pack to customers without a subscription. None of those there are is one. */
export class Migration20261130010005 extends Migration {
  override up(): void {
    this.addSql(`alter table "credit_pack" add column "needs_subscription" boolean not null default true`);
  }
}
