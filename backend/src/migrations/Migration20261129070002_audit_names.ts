import { Migration } from '@mikro-orm/migrations';

/** What a style was called when something was done to it; lines from before show its present name. */
export class Migration20261129070002 extends Migration {
  override up(): void {
    this.addSql(`alter table "audit_entry" add column "subject_name" text null`);
  }
}
