import { Migration } from '@mikro-orm/migrations';

/** A withdrawal while a chargeback is open is settled once that is decided; an order says what was paid back for it. */
export class Migration20261129020100 extends Migration {
  override up(): void {
    this.addSql(`alter table "payment" add column "settles_order_id" uuid null`);
    this.addSql(
      `alter table "customer_order" add column "awaits_dispute" boolean not null default false, add column "refund_rappen" int not null default 0`,
    );
    this.addSql(
      `update "customer_order" o set "refund_rappen" = r.total from (select order_id, sum(amount_rappen)::int as total from "refund" group by order_id) r where r.order_id = o.id`,
    );
  }
}
