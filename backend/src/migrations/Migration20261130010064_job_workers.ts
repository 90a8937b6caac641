import { Migration } from '@mikro-orm/migrations';

/** Which process is at a job, so that its neighbours are known when the process dies, and whether the job may have killed it. */
export class Migration20261130010064 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "job" add column "worker" uuid null, add column "is_suspect" boolean not null default false`,
    );
  }
}
