import { Migration } from '@mikro-orm/migrations';

/** What an order agreed to is kept with it: the texts themselves, and the next charge. */
export class Migration20261130010062 extends Migration {
  override up(): void {
    this.addSql(
      `create table "contract_text" ("id" uuid not null, "created_at" timestamptz(3) not null, "hash" varchar(64) not null, "texts" jsonb not null, primary key ("id"))`,
    );
    this.addSql(`alter table "contract_text" add constraint "contract_text_hash_unique" unique ("hash")`);
    this.addSql(
      `alter table "customer_order" add column "contract_text_id" uuid null, add column "next_charge_rappen" int null, add column "next_charge_at" timestamptz(3) null`,
    );
  }
}
