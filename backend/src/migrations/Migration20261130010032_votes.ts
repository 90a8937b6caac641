import { Migration } from '@mikro-orm/migrations';

/** Links under which friends choose among portraits. */
export class Migration20261130010032 extends Migration {
  override up(): void {
    this.addSql(
      `create table "published_link" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "purpose" text not null, "subject_id" uuid not null, "token_hash" varchar(64) not null, "ends_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(`create index "published_link_user_id_index" on "published_link" ("user_id")`);
    this.addSql(`create index "published_link_ends_at_index" on "published_link" ("ends_at")`);
    this.addSql(`alter table "published_link" add constraint "published_link_subject_id_unique" unique ("subject_id")`);
    this.addSql(`alter table "published_link" add constraint "published_link_token_hash_unique" unique ("token_hash")`);
    this.addSql(
      `alter table "published_link" add constraint "published_link_purpose_check" check ("purpose" in ('vote'))`,
    );
    this.addSql(
      `create table "vote" ("id" uuid not null, "created_at" timestamptz(3) not null, "user_id" uuid not null, "ends_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "person_agreed_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "vote_user_id_index" on "vote" ("user_id")`);
    this.addSql(
      `create table "vote_choice" ("id" uuid not null, "created_at" timestamptz(3) not null, "vote_id" uuid not null, "number" int not null, "portrait_id" uuid not null, "generation_id" uuid not null, "votes" int not null default 0, primary key ("id"))`,
    );
    this.addSql(`create index "vote_choice_generation_id_index" on "vote_choice" ("generation_id")`);
    this.addSql(
      `alter table "vote_choice" add constraint "vote_choice_vote_id_number_unique" unique ("vote_id", "number")`,
    );
    this.addSql(
      `alter table "vote_choice" add constraint "vote_choice_vote_id_portrait_id_unique" unique ("vote_id", "portrait_id")`,
    );
    this.addSql(`alter table "vote_choice" add constraint "vote_choice_not_negative" check (votes >= 0)`);
    this.addSql(
      `create table "vote_ballot" ("id" uuid not null, "created_at" timestamptz(3) not null, "vote_id" uuid not null, "voter_hash" varchar(64) not null, "number" int not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "vote_ballot" add constraint "vote_ballot_vote_id_voter_hash_unique" unique ("vote_id", "voter_hash")`,
    );
    this.addSql(`alter table "deletion_receipt" drop constraint "deletion_receipt_kind_check"`);
    this.addSql(
      `alter table "deletion_receipt" add constraint "deletion_receipt_kind_check" check ("kind" in ('portraits', 'reference_photos', 'draft', 'profile', 'example', 'judgement', 'judgement_sentence', 'link', 'account'))`,
    );
  }
}
