import { Migration } from '@mikro-orm/migrations';

/** Credits owed after a chargeback outlive the account: known by a keyed hash of its address, they pass to the next account under it. */
export class Migration20261129020000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "address_debt" ("id" uuid not null, "created_at" timestamptz(3) not null, "address_hash" varchar(43) not null, "user_id" uuid not null, "heir_id" uuid null, "movements" int not null default 0, primary key ("id"))`,
    );
    this.addSql(`alter table "address_debt" add constraint "address_debt_user_id_unique" unique ("user_id")`);
    this.addSql(`create index "address_debt_address_hash_index" on "address_debt" ("address_hash")`);
    this.addSql(`create index "address_debt_heir_id_index" on "address_debt" ("heir_id")`);
    this.addSql(
      `alter table "credit_account" add column "debt_passed_on" int not null default 0, add column "debt_taken_over" int not null default 0`,
    );
    this.addSql(
      `alter table "credit_account" add constraint "credit_account_debts_not_negative" check (debt_passed_on >= 0 and debt_taken_over >= 0)`,
    );
  }
}
