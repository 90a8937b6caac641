import { Migration } from '@mikro-orm/migrations';

/** A hosted engine: its runs, what styles look like in words, and portraits that another attempt need not make again. */
export class Migration20261122100000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "engine_run" ("id" uuid not null, "created_at" timestamptz(3) not null, "kind" text not null, "task" varchar(80) not null, "ordinal" int not null, "subject_id" uuid not null, "positions" jsonb not null, "provider_id" varchar(100) null, "status" text not null, "version" varchar(200) null, "seconds" real null, "usd_micros" int null, "is_harvested" boolean not null default false, "is_forgotten" boolean not null default false, primary key ("id"))`,
    );
    this.addSql(`alter table "engine_run" add constraint "engine_run_task_ordinal_unique" unique ("task", "ordinal")`);
    this.addSql(`create index "engine_run_subject_id_index" on "engine_run" ("subject_id")`);
    this.addSql(
      `alter table "engine_run" add constraint "engine_run_kind_check" check ("kind" in ('training', 'prediction'))`,
    );
    this.addSql(
      `alter table "engine_run" add constraint "engine_run_status_check" check ("status" in ('noted', 'starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted', 'overdue', 'gone'))`,
    );

    this.addSql(`alter table "style" add column "prompt" text not null default ''`);
    this.addSql(`alter table "generation" add column "prompt" text not null default ''`);
    this.addSql(`alter table "generation" add column "delivered" jsonb not null default '[]'`);
    this.addSql(`alter table "generation" drop column "finished"`);
  }
}
