import { Migration } from '@mikro-orm/migrations';

/** The first tables: accounts, credits, billing, styles, profiles, generations, work. */
export class Migration20261121000000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "ai_profile" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "name" varchar(50) null, "gender" text not null, "status" text not null default 'created', "cycle_id" uuid null, "cycle_started_at" timestamptz(3) null, "cycle_attempts" int not null default 0, "cycle_closed" boolean not null default false, "failure" text null, "training_started_at" timestamptz(3) null, "ready_at" timestamptz(3) null, "progress_stage" varchar(20) null, "progress_fraction" real null, primary key ("id"))`,
    );
    this.addSql(`create index "ai_profile_user_id_index" on "ai_profile" ("user_id")`);
    this.addSql(
      `alter table "ai_profile" add constraint "ai_profile_gender_check" check ("gender" in ('male', 'female'))`,
    );
    this.addSql(
      `alter table "ai_profile" add constraint "ai_profile_status_check" check ("status" in ('created', 'training', 'ready', 'failed'))`,
    );
    this.addSql(
      `alter table "ai_profile" add constraint "ai_profile_failure_check" check ("failure" in ('too_few_photos', 'engine', 'expired'))`,
    );
    this.addSql(
      `create table "billing_customer" ("user_id" uuid not null, "provider_id" varchar(100) not null, "synchronised_at" timestamptz(3) null, primary key ("user_id"))`,
    );
    this.addSql(
      `alter table "billing_customer" add constraint "billing_customer_provider_id_unique" unique ("provider_id")`,
    );
    this.addSql(
      `create table "consent" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "kind" text not null, "version" varchar(20) not null, "given_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "consent_user_id_index" on "consent" ("user_id")`);
    this.addSql(
      `alter table "consent" add constraint "consent_kind_check" check ("kind" in ('facial_images', 'self_and_adult'))`,
    );
    this.addSql(
      `create table "credit_account" ("user_id" uuid not null, "balance" int not null default 0, primary key ("user_id"))`,
    );
    this.addSql(
      `alter table "credit_account" add constraint "credit_account_balance_not_negative" check (balance >= 0)`,
    );
    this.addSql(
      `create table "credit_ledger" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "delta" int not null, "reason" text not null, "business_key" varchar(200) not null, "balance_after" int not null, "profile_id" uuid null, "generation_id" uuid null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "credit_ledger" add constraint "credit_ledger_business_key_unique" unique ("business_key")`,
    );
    this.addSql(`create index "credit_ledger_user_id_created_at_index" on "credit_ledger" ("user_id", "created_at")`);
    this.addSql(`alter table "credit_ledger" add constraint "credit_ledger_delta_not_zero" check (delta <> 0)`);
    this.addSql(
      `alter table "credit_ledger" add constraint "credit_ledger_balance_after_not_negative" check (balance_after >= 0)`,
    );
    this.addSql(
      `alter table "credit_ledger" add constraint "credit_ledger_reason_check" check ("reason" in ('plan_grant', 'training_charge', 'training_return', 'generation_charge', 'generation_return', 'admin_adjustment'))`,
    );
    this.addSql(
      `create table "email_token" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "kind" text not null, "expires_at" timestamptz(3) not null, "used_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "email_token_user_id_index" on "email_token" ("user_id")`);
    this.addSql(
      `alter table "email_token" add constraint "email_token_kind_check" check ("kind" in ('confirm_email'))`,
    );
    this.addSql(
      `create table "generation" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "profile_id" uuid not null, "style_id" uuid not null, "scene" varchar(60) not null, "seed" int not null, "status" text not null default 'queued', "progress_fraction" real not null default 0, "finished" jsonb not null default '[]', "started_at" timestamptz(3) null, "completed_at" timestamptz(3) null, "expires_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "generation_profile_id_index" on "generation" ("profile_id")`);
    this.addSql(`create index "generation_user_id_created_at_index" on "generation" ("user_id", "created_at")`);
    this.addSql(
      `alter table "generation" add constraint "generation_status_check" check ("status" in ('queued', 'processing', 'completed', 'failed'))`,
    );
    this.addSql(
      `create table "idempotency_record" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "key" varchar(128) not null, "operation" varchar(60) not null, "request_hash" varchar(64) not null, "result_id" uuid null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "idempotency_record" add constraint "idempotency_record_user_id_key_unique" unique ("user_id", "key")`,
    );
    this.addSql(
      `create table "job" ("id" uuid not null, "created_at" timestamptz(3) not null, "queue" varchar(40) not null, "topic" varchar(80) not null, "payload" jsonb not null, "dedupe_key" varchar(200) null, "run_after" timestamptz(3) not null, "dispatched_at" timestamptz(3) null, "dispatches" int not null default 0, "attempt" int not null default 0, "max_attempts" int not null, "leased_until" timestamptz(3) null, "finished_at" timestamptz(3) null, "outcome" varchar(20) null, "last_error" varchar(500) null, primary key ("id"))`,
    );
    this.addSql(`alter table "job" add constraint "job_dedupe_key_unique" unique ("dedupe_key")`);
    this.addSql(`create index "job_finished_at_run_after_index" on "job" ("finished_at", "run_after")`);
    this.addSql(
      `create table "customer_order" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "plan_id" varchar(40) not null, "status" text not null default 'pending', "amount_rappen" int not null, "credits" int not null, "early_start_version" varchar(20) not null, "withdrawal_effect_version" varchar(20) not null, "checkout_id" varchar(200) null, "checkout_url" text null, "paid_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "customer_order_user_id_index" on "customer_order" ("user_id")`);
    this.addSql(
      `alter table "customer_order" add constraint "customer_order_checkout_id_unique" unique ("checkout_id")`,
    );
    this.addSql(
      `alter table "customer_order" add constraint "customer_order_status_check" check ("status" in ('pending', 'paid', 'failed', 'expired', 'canceled'))`,
    );
    this.addSql(
      `create table "payment_event" ("id" varchar(100) not null, "type" varchar(100) not null, "customer_id" varchar(100) null, "occurred_at" timestamptz(3) not null, "received_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(
      `create table "plan" ("id" varchar(40) not null, "name" varchar(60) not null, "price_rappen" int not null, "credits" int not null, "recommended" boolean not null default false, "sort_order" int not null, "provider_price_id" varchar(100) null, primary key ("id"))`,
    );
    this.addSql(`alter table "plan" add constraint "plan_provider_price_id_unique" unique ("provider_price_id")`);
    this.addSql(
      `create table "portrait" ("id" uuid not null, "created_at" timestamptz(3) not null, "generation_id" uuid not null, "user_id" uuid not null, "position" int not null, "storage_key" varchar(200) not null, "preview_key" varchar(200) not null, "width" int not null, "height" int not null, "bytes" int not null, "likeness" real not null, primary key ("id"))`,
    );
    this.addSql(`alter table "portrait" add constraint "portrait_storage_key_unique" unique ("storage_key")`);
    this.addSql(
      `alter table "portrait" add constraint "portrait_generation_id_position_unique" unique ("generation_id", "position")`,
    );
    this.addSql(
      `create table "reference_photo" ("id" uuid not null, "created_at" timestamptz(3) not null, "profile_id" uuid not null, "user_id" uuid not null, "storage_key" varchar(200) not null, "width" int not null, "height" int not null, "analysis" jsonb not null, "content_hash" varchar(64) not null, "set_aside" text null, primary key ("id"))`,
    );
    this.addSql(`create index "reference_photo_profile_id_index" on "reference_photo" ("profile_id")`);
    this.addSql(
      `alter table "reference_photo" add constraint "reference_photo_storage_key_unique" unique ("storage_key")`,
    );
    this.addSql(
      `alter table "reference_photo" add constraint "reference_photo_profile_id_content_hash_unique" unique ("profile_id", "content_hash")`,
    );
    this.addSql(
      `alter table "reference_photo" add constraint "reference_photo_set_aside_check" check ("set_aside" in ('other_person'))`,
    );
    this.addSql(
      `create table "session" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "token_hash" varchar(64) not null, "transport" text not null, "last_seen_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "user_agent" varchar(300) null, "address" varchar(60) null, primary key ("id"))`,
    );
    this.addSql(`create index "session_user_id_index" on "session" ("user_id")`);
    this.addSql(`alter table "session" add constraint "session_token_hash_unique" unique ("token_hash")`);
    this.addSql(
      `alter table "session" add constraint "session_transport_check" check ("transport" in ('cookie', 'bearer'))`,
    );
    this.addSql(
      `create table "style" ("id" uuid not null, "created_at" timestamptz(3) not null, "slug" varchar(60) not null, "scene" varchar(60) not null, "display_name" varchar(80) not null, "description" varchar(500) not null, "category" text not null, "enabled" boolean not null default true, "sort_order" int not null default 0, primary key ("id"))`,
    );
    this.addSql(`alter table "style" add constraint "style_slug_unique" unique ("slug")`);
    this.addSql(
      `alter table "style" add constraint "style_category_check" check ("category" in ('studio', 'city', 'office', 'outdoor', 'creative'))`,
    );
    this.addSql(
      `create table "subscription" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "provider_id" varchar(100) not null, "plan_id" varchar(40) not null, "status" text not null, "credits_per_period" int not null, "current_period_end" timestamptz(3) not null, "cancel_at_period_end" boolean not null, "started_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(`create index "subscription_user_id_index" on "subscription" ("user_id")`);
    this.addSql(`alter table "subscription" add constraint "subscription_provider_id_unique" unique ("provider_id")`);
    this.addSql(
      `alter table "subscription" add constraint "subscription_status_check" check ("status" in ('active', 'past_due', 'canceled', 'incomplete', 'unpaid'))`,
    );
    this.addSql(
      `create table "trained_model" ("id" uuid not null, "created_at" timestamptz(3) not null, "profile_id" uuid not null, "engine" varchar(20) not null, "descriptor" jsonb not null, "storage_prefix" varchar(200) not null, "artifact_count" int not null, "has_preview" boolean not null, primary key ("id"))`,
    );
    this.addSql(`alter table "trained_model" add constraint "trained_model_profile_id_unique" unique ("profile_id")`);
    this.addSql(
      `create table "app_user" ("id" uuid not null, "created_at" timestamptz(3) not null, "email" varchar(254) not null, "display_name" varchar(100) null, "avatar_url" varchar(2000) null, "role" text not null default 'user', "is_blocked" boolean not null default false, "password_hash" varchar(200) null, "email_confirmed_at" timestamptz(3) null, "terms_accepted_at" timestamptz(3) null, "terms_version" varchar(20) null, primary key ("id"))`,
    );
    this.addSql(`alter table "app_user" add constraint "app_user_email_unique" unique ("email")`);
    this.addSql(`alter table "app_user" add constraint "app_user_role_check" check ("role" in ('user', 'admin'))`);

    // References that must hold whatever the code does.
    this.addSql(
      `alter table "session" add constraint "session_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "email_token" add constraint "email_token_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "consent" add constraint "consent_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "ai_profile" add constraint "ai_profile_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete restrict`,
    );
    this.addSql(
      `alter table "generation" add constraint "generation_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete restrict`,
    );
    this.addSql(
      `alter table "reference_photo" add constraint "reference_photo_profile_id_fk" foreign key ("profile_id") references "ai_profile" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "trained_model" add constraint "trained_model_profile_id_fk" foreign key ("profile_id") references "ai_profile" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "portrait" add constraint "portrait_generation_id_fk" foreign key ("generation_id") references "generation" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "generation" add constraint "generation_style_id_fk" foreign key ("style_id") references "style" ("id") on delete restrict`,
    );
    this.addSql(
      `alter table "customer_order" add constraint "customer_order_plan_id_fk" foreign key ("plan_id") references "plan" ("id") on delete restrict`,
    );
    this.addSql(
      `alter table "subscription" add constraint "subscription_plan_id_fk" foreign key ("plan_id") references "plan" ("id") on delete restrict`,
    );

    // The ledger is append-only: nothing and nobody changes or removes a line.
    this.addSql(
      `create function credit_ledger_is_append_only() returns trigger language plpgsql as $$ begin raise exception 'credit_ledger is append-only' using errcode = 'restrict_violation'; end $$`,
    );
    this.addSql(
      `create trigger credit_ledger_no_change before update or delete on credit_ledger for each row execute function credit_ledger_is_append_only()`,
    );
    this.addSql(
      `create trigger credit_ledger_no_truncate before truncate on credit_ledger for each statement execute function credit_ledger_is_append_only()`,
    );
  }
}
