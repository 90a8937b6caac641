import { Migration } from '@mikro-orm/migrations';

/** Fair queues: whose work a job is. Portraits in several formats, and recognised again. */
export class Migration20261122000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "job" add column "owner_id" uuid null`);
    this.addSql(`create index "job_owner_id_index" on "job" ("owner_id") where "finished_at" is null`);

    this.addSql(`alter table "portrait" add column "has_formats" boolean not null default false`);

    this.addSql(`create table "portrait_fingerprint" ("id" uuid not null, "created_at" timestamptz(3) not null, "portrait_id" uuid not null, "bits" bit(256) not null, primary key ("id"))`);
    this.addSql(`create index "portrait_fingerprint_portrait_id_index" on "portrait_fingerprint" ("portrait_id")`);
    this.addSql(`alter table "portrait_fingerprint" add constraint "portrait_fingerprint_portrait_id_fk" foreign key ("portrait_id") references "portrait" ("id") on delete cascade`);
  }
}
