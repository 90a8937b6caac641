import { Migration } from '@mikro-orm/migrations';

/** The VAT within an order's price, as it was when it was ordered; and whether its invoice is for a company. */
export class Migration20261130155316 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "customer_order" add column "vat_percent" numeric(4,2) null, add column "vat_rappen" int null, add column "is_for_company" boolean not null default false`,
    );
  }
}
