import { Migration } from '@mikro-orm/migrations';

/** Reports of misuse, the runs found for them, and receipts of what was removed because of them. */
export class Migration20261129050000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "misuse_report" ("id" uuid not null, "created_at" timestamptz(3) not null, "number" varchar(20) not null, "email" varchar(320) not null, "reason" text not null, "statement" text null, "link" varchar(2000) null, "picture" text not null, "status" text not null, "confirmation_id" uuid not null, "confirmed_at" timestamptz(3) null, "closed_at" timestamptz(3) null, "answer" varchar(500) null, primary key ("id"))`,
    );
    this.addSql(`alter table "misuse_report" add constraint "misuse_report_number_unique" unique ("number")`);
    this.addSql(`create index "misuse_report_email_index" on "misuse_report" ("email")`);
    this.addSql(`create index "misuse_report_confirmation_id_index" on "misuse_report" ("confirmation_id")`);
    this.addSql(
      `alter table "misuse_report" add constraint "misuse_report_reason_check" check ("reason" in ('without_consent', 'impersonation', 'degrading', 'minor', 'other'))`,
    );
    this.addSql(
      `alter table "misuse_report" add constraint "misuse_report_picture_check" check ("picture" in ('none', 'unknown', 'marked', 'recognised'))`,
    );
    this.addSql(
      `alter table "misuse_report" add constraint "misuse_report_status_check" check ("status" in ('unconfirmed', 'open', 'closed'))`,
    );
    this.addSql(
      `create table "misuse_report_run" ("id" uuid not null, "created_at" timestamptz(3) not null, "report_id" uuid not null, "generation_id" uuid not null, "user_id" uuid null, "removed_at" timestamptz(3) null, "blocked_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "misuse_report_run_report_id_index" on "misuse_report_run" ("report_id")`);
    this.addSql(`create index "misuse_report_run_user_id_index" on "misuse_report_run" ("user_id")`);
    this.addSql(
      `alter table "misuse_report_run" add constraint "misuse_report_run_report_id_fk" foreign key ("report_id") references "misuse_report" ("id") on delete cascade`,
    );
    this.addSql(`alter table "deletion_receipt" drop constraint "deletion_receipt_rule_check"`);
    this.addSql(
      `alter table "deletion_receipt" add constraint "deletion_receipt_rule_check" check ("rule" in ('asked', 'training_done', 'retry_window', 'portraits', 'drafts', 'left_photos', 'unconfirmed_accounts', 'misuse'))`,
    );
  }
}
