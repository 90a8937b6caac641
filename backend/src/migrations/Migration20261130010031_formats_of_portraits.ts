import { Migration } from '@mikro-orm/migrations';

/** More formats than the first four: each portrait says which it was cut to. */
export class Migration20261130010031 extends Migration {
  override up(): void {
    this.addSql(`alter table "portrait" add column "formats" text[] not null default '{}'`);
    this.addSql(`update "portrait" set "formats" = '{linkedin,square,cv,banner}' where "has_formats"`);
    this.addSql(`alter table "portrait" drop column "has_formats"`);
  }
}
