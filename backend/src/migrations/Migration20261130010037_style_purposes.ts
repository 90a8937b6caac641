import { Migration } from '@mikro-orm/migrations';

/** What people need a style for: one or several purposes, of which the seed knows those of its styles. */
export class Migration20261130010037 extends Migration {
  override up(): void {
    this.addSql(`alter table "style" add column "purposes" text[] not null default '{}'`);
    this.addSql(
      `alter table "style" add constraint "style_purposes_known" check (purposes <@ '{application,linkedin,team,press}')`,
    );
  }
}
