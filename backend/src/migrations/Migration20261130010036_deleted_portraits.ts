import { Migration } from '@mikro-orm/migrations';

/** A completed run remembers how many of its portraits their owner has deleted by themselves. */
export class Migration20261130010036 extends Migration {
  override up(): void {
    this.addSql(`alter table "generation" add column "deleted_portraits" int not null default 0`);
    this.addSql(
      `alter table "generation" add constraint "generation_deleted_portraits" check (deleted_portraits >= 0)`,
    );
  }
}
