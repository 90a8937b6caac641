import { Migration } from '@mikro-orm/migrations';

/** What is deleted when: receipts, reminders, the state of each task, and the one way by which accounting ever goes. */
export class Migration20261126000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "deletion_receipt" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "kind" text not null, "rule" text not null, "count" int not null, "journaled_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(
      `create index "deletion_receipt_user_id_created_at_index" on "deletion_receipt" ("user_id", "created_at")`,
    );
    this.addSql(
      `alter table "deletion_receipt" add constraint "deletion_receipt_kind_check" check ("kind" in ('portraits', 'reference_photos', 'draft', 'profile', 'account'))`,
    );
    this.addSql(
      `alter table "deletion_receipt" add constraint "deletion_receipt_rule_check" check ("rule" in ('asked', 'training_done', 'retry_window', 'portraits', 'drafts', 'left_photos', 'unconfirmed_accounts'))`,
    );
    this.addSql(
      `create table "portrait_reminder" ("id" uuid not null, "created_at" timestamptz(3) not null, "generation_id" uuid not null, "sent_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "portrait_reminder" add constraint "portrait_reminder_generation_id_unique" unique ("generation_id")`,
    );
    this.addSql(
      `alter table "portrait_reminder" add constraint "portrait_reminder_generation_id_fk" foreign key ("generation_id") references "generation" ("id") on delete cascade`,
    );
    this.addSql(
      `create table "retention_task" ("id" uuid not null, "created_at" timestamptz(3) not null, "rule" varchar(40) not null, "last_run_at" timestamptz(3) null, "last_found" int not null default 0, "last_effect_at" timestamptz(3) null, "last_outcome" text null, "total" int not null default 0, primary key ("id"))`,
    );
    this.addSql(`alter table "retention_task" add constraint "retention_task_rule_unique" unique ("rule")`);
    this.addSql(
      `alter table "retention_task" add constraint "retention_task_last_outcome_check" check ("last_outcome" in ('done', 'failed'))`,
    );

    // The ledger goes line by line for nobody. A whole account's accounting goes ten years after the end of the year of its
    // last line, by this one function; the database's own clock counts, so that no process with a wrong one can begin early.
    this.addSql(`create function remove_old_accounting(left_user uuid) returns int language plpgsql as $$
      declare
        removed int := 0;
        gone int;
        newest timestamptz;
      begin
        perform 1 from app_user where id = left_user and deleted_at is not null for update;
        if not found then return 0; end if;
        select max(at) into newest from (
          select max(created_at) as at from credit_ledger where user_id = left_user
          union all select max(paid_at) from payment where user_id = left_user
          union all select max(created_at) from refund where user_id = left_user
          union all select max(created_at) from customer_order where user_id = left_user
          union all select max(current_period_end) from subscription where user_id = left_user
          union all select max(created_at) from declaration where user_id = left_user
          union all select deleted_at from app_user where id = left_user
        ) entries;
        if date_trunc('year', newest) + interval '11 years' > now() then return 0; end if;
        delete from credit_ledger where user_id = left_user; get diagnostics gone = row_count; removed := removed + gone;
        delete from credit_account where user_id = left_user;
        delete from refund where user_id = left_user; get diagnostics gone = row_count; removed := removed + gone;
        delete from payment where user_id = left_user; get diagnostics gone = row_count; removed := removed + gone;
        delete from customer_order where user_id = left_user; get diagnostics gone = row_count; removed := removed + gone;
        delete from subscription where user_id = left_user; get diagnostics gone = row_count; removed := removed + gone;
        delete from declaration where user_id = left_user; get diagnostics gone = row_count; removed := removed + gone;
        delete from billing_customer where user_id = left_user;
        delete from deletion_receipt where user_id = left_user;
        delete from account_deletion where user_id = left_user;
        delete from app_user where id = left_user;
        return removed + 1;
      end $$`);
    // Whoever deletes is asked for the calls that led here, from the innermost on, so that no text of a statement can pass for one:
    // no setting, no table and no flag opens the way. What is younger stays even then.
    this.addSql(`create or replace function credit_ledger_is_append_only() returns trigger language plpgsql as $$
      declare
        calls text;
        way constant text := '^PL/pgSQL function credit_ledger_is_append_only\\(\\) line \\d+ at GET DIAGNOSTICS\\nSQL statement "delete from credit_ledger where user_id = left_user"\\nPL/pgSQL function remove_old_accounting\\(uuid\\) line \\d+ at SQL statement(\\n|$)';
      begin
        if tg_op = 'DELETE' then
          get diagnostics calls = pg_context;
          if calls ~ way and date_trunc('year', old.created_at) + interval '11 years' <= now() then return old; end if;
        end if;
        raise exception 'credit_ledger is append-only' using errcode = 'restrict_violation';
      end $$`);
  }
}
