import { Migration } from '@mikro-orm/migrations';

/** Versions of consents name everybody who receives facial images; a profile of somebody else knows the one that was attested. */
export class Migration20261130010061 extends Migration {
  override up(): void {
    this.addSql(`alter table "consent" alter column "version" type varchar(100)`);
    this.addSql(`alter table "ai_profile" add column "attested_version" varchar(100) null`);
    this.addSql(
      `update "ai_profile" as p set "attested_version" = (select c."version" from "consent" as c where c."user_id" = p."user_id" and c."profile_id" = p."id" and c."kind" = 'person_pictured' order by c."given_at" desc limit 1) where p."attested_subject" = 'other'`,
    );
  }
}
