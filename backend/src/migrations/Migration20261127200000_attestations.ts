import { Migration } from '@mikro-orm/migrations';

/** Who is pictured, as a program attests it for each profile; of somebody else's consent a proof that outlives the profile. */
export class Migration20261127200000 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "ai_profile" add column "attested_subject" text null, add column "attested_at" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "ai_profile" add constraint "ai_profile_attested_subject_check" check ("attested_subject" in ('self', 'other'))`,
    );
    this.addSql(`alter table "consent" add column "profile_id" uuid null`);
    this.addSql(`alter table "consent" drop constraint "consent_kind_check"`);
    this.addSql(
      `alter table "consent" add constraint "consent_kind_check" check ("kind" in ('facial_images', 'self_and_adult', 'person_pictured'))`,
    );
  }
}
