import { Migration } from '@mikro-orm/migrations';

/** What a customer was told that an offer brings. */
export class Migration20261130010020 extends Migration {
  override up(): void {
    this.addSql(`alter table "example" add column "reward_credits" int null`);
    this.addSql(`alter table "example" add constraint "example_reward_not_negative" check (reward_credits >= 0)`);
  }
}
