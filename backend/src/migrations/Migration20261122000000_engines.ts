import { Migration } from '@mikro-orm/migrations';

/** Fair queues: whose work a job is. Portraits in several formats. */
export class Migration20261122000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "job" add column "owner_id" uuid null`);
    this.addSql(`create index "job_owner_id_index" on "job" ("owner_id") where "finished_at" is null`);

    this.addSql(`alter table "portrait" add column "has_formats" boolean not null default false`);
  }
}
