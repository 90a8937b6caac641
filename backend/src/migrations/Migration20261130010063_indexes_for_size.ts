import { Migration } from '@mikro-orm/migrations';

/** Indexes for what requests and retention ask most, where tables grow. */
export class Migration20261130010063 extends Migration {
  override up(): void {
    this.addSql(`create index "portrait_user_id_index" on "portrait" ("user_id")`);
    this.addSql(`create index "generation_completed_at_index" on "generation" ("completed_at")`);
    this.addSql(`create index "generation_expires_at_index" on "generation" ("expires_at")`);
    this.addSql(`create index "ai_profile_ready_at_index" on "ai_profile" ("ready_at")`);
    this.addSql(`create index "ai_profile_status_created_at_index" on "ai_profile" ("status", "created_at")`);
    this.addSql(`create index "customer_order_subscription_id_index" on "customer_order" ("subscription_id")`);
    this.addSql(`create index "session_expires_at_index" on "session" ("expires_at")`);
    this.addSql(`create index "mail_created_at_index" on "mail" ("created_at")`);
    this.addSql(`create index "webhook_delivery_created_at_index" on "webhook_delivery" ("created_at")`);
    this.addSql(`create index "engine_run_created_at_index" on "engine_run" ("created_at")`);
    this.addSql(`create index "idempotency_record_created_at_index" on "idempotency_record" ("created_at")`);
    this.addSql(`create index "payment_event_received_at_index" on "payment_event" ("received_at")`);
    this.addSql(`create index "cookie_choice_created_at_index" on "cookie_choice" ("created_at")`);
    this.addSql(`create index "app_user_deleted_at_index" on "app_user" ("deleted_at")`);
    this.addSql(`create index "app_user_created_at_id_index" on "app_user" ("created_at", "id")`);
    this.addSql(`create index "payment_paid_at_index" on "payment" ("paid_at")`);
    this.addSql(`create index "data_export_ready_at_index" on "data_export" ("ready_at")`);
    this.addSql(`create index "data_export_created_at_index" on "data_export" ("created_at")`);
    this.addSql(`create index "email_token_expires_at_index" on "email_token" ("expires_at")`);
    this.addSql(`create index "email_code_expires_at_index" on "email_code" ("expires_at")`);
    this.addSql(`create index "misuse_report_created_at_index" on "misuse_report" ("created_at")`);
    this.addSql(`create index "portrait_layers_created_at_index" on "portrait_layers" ("created_at")`);
    this.addSql(`create index "address_debt_created_at_index" on "address_debt" ("created_at")`);
    this.addSql(`create index "example_ended_at_index" on "example" ("ended_at")`);
    // Few rows of large tables, each looked for by itself.
    this.addSql(`create index "session_address_index" on "session" ("created_at") where "address" is not null`);
    this.addSql(`create index "payment_held_index" on "payment" ("created_at", "id") where "credits_held" > 0`);
    this.addSql(
      `create index "judgement_sentence_index" on "judgement" ("judged_at", "id") where "sentence" is not null`,
    );
    this.addSql(`create index "job_failed_index" on "job" ("finished_at") where "outcome" = 'failed'`);
    this.addSql(
      `create index "subscription_open_invoice_index" on "subscription" ("open_invoice_id") where "open_invoice_id" is not null`,
    );
    this.addSql(
      `create index "credit_ledger_charge_index" on "credit_ledger" ("created_at", "generation_id") where "reason" = 'generation_charge'`,
    );
    this.addSql(
      `create index "credit_ledger_return_index" on "credit_ledger" ("generation_id") where "reason" = 'generation_return'`,
    );
    this.addSql(
      `create index "judgement_sentence_page_index" on "judgement" ("created_at", "id") where "sentence" is not null`,
    );
    this.addSql(`create index "judgement_declined_index" on "judgement" ("created_at") where "judged_at" is null`);
    this.addSql(
      `create index "app_user_unconfirmed_index" on "app_user" ("created_at") where "email_confirmed_at" is null and "deleted_at" is null`,
    );
    this.addSql(
      `create index "generation_failed_index" on "generation" ((coalesce("started_at", "created_at"))) where "status" = 'failed'`,
    );
    this.addSql(
      `create index "ai_profile_failed_index" on "ai_profile" ((coalesce("training_started_at", "created_at"))) where "status" = 'failed'`,
    );
    this.addSql(
      `create index "deletion_receipt_unjournaled_index" on "deletion_receipt" ("created_at") where "journaled_at" is null`,
    );
    this.addSql(
      `create index "declaration_review_index" on "declaration" ("created_at", "id") where "status" = 'review'`,
    );
    this.addSql(
      `create index "misuse_report_open_index" on "misuse_report" ("created_at", "id") where "status" = 'open'`,
    );
    this.addSql(`create index "refund_failed_index" on "refund" ("created_at", "id") where "status" = 'failed'`);
    this.addSql(`create index "app_user_admin_index" on "app_user" ("created_at", "id") where "role" = 'admin'`);
    this.addSql(`create index "app_user_blocked_index" on "app_user" ("created_at", "id") where "is_blocked"`);
    this.addSql(`create index "example_open_index" on "example" ("ends_at") where "status" <> 'ended'`);
    this.addSql(`create index "vote_ended_index" on "vote" ((coalesce("ended_at", "ends_at")))`);
    this.addSql(`create index "declaration_unknown_index" on "declaration" ("created_at") where "user_id" is null`);
  }
}
