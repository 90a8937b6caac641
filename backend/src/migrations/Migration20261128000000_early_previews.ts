import { Migration } from '@mikro-orm/migrations';

/** Which portraits of a run under way can be seen in small already. */
export class Migration20261128000000 extends Migration {
  override up(): void {
    this.addSql(`alter table "generation" add column "previewed" jsonb not null default '[]'`);
    this.addSql(`update "generation" set "previewed" = jsonb_path_query_array("delivered", '$[*].index')`);
  }
}
