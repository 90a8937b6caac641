import { Migration } from '@mikro-orm/migrations';

/** Style names are German but for the three that were asked for; a name that an admin has chosen stays. */
export class Migration20261130010033 extends Migration {
  override up(): void {
    this.addSql(`update "style" set "display_name" = 'Büro' where "slug" = 'office' and "display_name" = 'Office'`);
  }
}
