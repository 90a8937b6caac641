import { Migration } from '@mikro-orm/migrations';

/** Photos beyond those that a training takes are kept and do not count. */
export class Migration20261129060000 extends Migration {
  override up(): void {
    this.addSql(`alter table "reference_photo" drop constraint "reference_photo_set_aside_check"`);
    this.addSql(
      `alter table "reference_photo" add constraint "reference_photo_set_aside_check" check ("set_aside" in ('other_person', 'surplus'))`,
    );
  }
}
