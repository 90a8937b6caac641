import { Migration } from '@mikro-orm/migrations';

/** Everything around an account: ways in, proofs, keys, export, deletion, and the audit log. */
export class Migration20261121100000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "account_deletion" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "email" varchar(254) null, "removed" jsonb not null, "receipt_sent_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`alter table "account_deletion" add constraint "account_deletion_user_id_unique" unique ("user_id")`);
    this.addSql(
      `create table "api_key" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "name" varchar(60) not null, "token_hash" varchar(64) not null, "hint" varchar(12) not null, "scopes" jsonb not null, "last_used_at" timestamptz(3) null, "expires_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "api_key_user_id_index" on "api_key" ("user_id")`);
    this.addSql(`alter table "api_key" add constraint "api_key_token_hash_unique" unique ("token_hash")`);
    this.addSql(
      `create table "audit_entry" ("id" uuid not null, "created_at" timestamptz(3) not null, "actor_id" uuid not null, "action" varchar(60) not null, "subject_id" uuid null, "reason" varchar(500) not null, primary key ("id"))`,
    );
    this.addSql(`create index "audit_entry_subject_id_index" on "audit_entry" ("subject_id")`);
    this.addSql(
      `create table "auth_challenge" ("id" uuid not null, "created_at" timestamptz(3) not null, "purpose" text not null, "user_id" uuid null, "payload" jsonb not null, "expires_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(`create index "auth_challenge_user_id_index" on "auth_challenge" ("user_id")`);
    this.addSql(`create index "auth_challenge_expires_at_index" on "auth_challenge" ("expires_at")`);
    this.addSql(
      `create table "authenticator" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "sealed_secret" varchar(200) not null, "last_step" bigint not null default '0', primary key ("id"))`,
    );
    this.addSql(`alter table "authenticator" add constraint "authenticator_user_id_unique" unique ("user_id")`);
    this.addSql(
      `create table "data_export" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "status" text not null default 'queued', "storage_key" varchar(200) null, "bytes" bigint null, "ready_at" timestamptz(3) null, "expires_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "data_export_user_id_index" on "data_export" ("user_id")`);
    this.addSql(
      `create table "email_code" ("id" uuid not null, "created_at" timestamptz(3) not null, "subject_id" uuid not null, "email" varchar(254) not null, "expires_at" timestamptz(3) not null, "attempts" int not null default 0, "used_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "email_code_subject_id_index" on "email_code" ("subject_id")`);
    this.addSql(
      `create table "google_identity" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "subject" varchar(255) not null, "email" varchar(254) not null, primary key ("id"))`,
    );
    this.addSql(`alter table "google_identity" add constraint "google_identity_user_id_unique" unique ("user_id")`);
    this.addSql(`alter table "google_identity" add constraint "google_identity_subject_unique" unique ("subject")`);
    this.addSql(
      `create table "mail" ("id" uuid not null, "created_at" timestamptz(3) not null, "key" varchar(200) not null, "message_id" varchar(250) not null, "user_id" uuid null, "template" varchar(60) not null, "sent_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`alter table "mail" add constraint "mail_key_unique" unique ("key")`);
    this.addSql(`alter table "mail" add constraint "mail_message_id_unique" unique ("message_id")`);
    this.addSql(`create index "mail_user_id_index" on "mail" ("user_id")`);
    this.addSql(
      `create table "passkey" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "name" varchar(60) not null, "credential_id" varchar(1400) not null, "public_key" bytea not null, "counter" bigint not null default '0', "transports" jsonb not null, "backed_up" boolean not null, "last_used_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "passkey_user_id_index" on "passkey" ("user_id")`);
    this.addSql(`alter table "passkey" add constraint "passkey_credential_id_unique" unique ("credential_id")`);
    this.addSql(
      `create table "recovery_code" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "code_hash" varchar(64) not null, "used_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "recovery_code_user_id_index" on "recovery_code" ("user_id")`);
    this.addSql(`alter table "email_token" drop constraint "email_token_kind_check"`);
    this.addSql(
      `alter table "email_token" add constraint "email_token_kind_check" check ("kind" in ('confirm_email', 'reset_password'))`,
    );
    this.addSql(
      `alter table "app_user" add "blocked_reason" varchar(500) null, add "notify_by_email" boolean not null default true, add "notify_by_push" boolean not null default true, add "deleted_at" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "auth_challenge" add constraint "auth_challenge_purpose_check" check ("purpose" in ('google', 'google_more_needed', 'passkey_sign_in', 'passkey_registration', 'passkey_proof', 'totp_setup'))`,
    );
    this.addSql(
      `alter table "data_export" add constraint "data_export_status_check" check ("status" in ('queued', 'ready', 'failed', 'expired'))`,
    );

    // Whoever is signed in proved it when the session began.
    this.addSql(
      `alter table "session" add "proven_at" timestamptz(3) null, add "second_factor" boolean not null default false`,
    );
    this.addSql(`update "session" set "proven_at" = "created_at"`);
    this.addSql(`alter table "session" alter column "proven_at" set not null`);

    // References that must hold whatever the code does.
    this.addSql(
      `alter table "api_key" add constraint "api_key_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "auth_challenge" add constraint "auth_challenge_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "authenticator" add constraint "authenticator_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "data_export" add constraint "data_export_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "google_identity" add constraint "google_identity_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "passkey" add constraint "passkey_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "recovery_code" add constraint "recovery_code_user_id_fk" foreign key ("user_id") references "app_user" ("id") on delete cascade`,
    );
  }
}
