import { Migration } from '@mikro-orm/migrations';

/** Which runs were drawn by the emulator of a hosted engine. */
export class Migration20261129070000 extends Migration {
  override up(): void {
    this.addSql(`alter table "generation" add column "is_sample" boolean not null default false`);
  }
}
