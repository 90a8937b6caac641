import { Migration } from '@mikro-orm/migrations';

/** Lines of the audit log are never changed, and go by one function only, once they are 13 months old. */
export class Migration20261129030000 extends Migration {
  override up(): void {
    // Like the ledger's: no setting, no table and no flag opens the way, and the database's own clock counts.
    this.addSql(`create function remove_old_audit_entries(entries uuid[]) returns int language plpgsql as $$
      declare
        removed int;
      begin
        delete from audit_entry where id = any(entries) and created_at + interval '13 months' <= now();
        get diagnostics removed = row_count;
        return removed;
      end $$`);
    this.addSql(`create function audit_entry_is_append_only() returns trigger language plpgsql as $$
      declare
        calls text;
        way constant text := '^PL/pgSQL function audit_entry_is_append_only\\(\\) line \\d+ at GET DIAGNOSTICS\\nSQL statement "delete from audit_entry where id = any\\(entries\\) and created_at \\+ interval ''13 months'' <= now\\(\\)"\\nPL/pgSQL function remove_old_audit_entries\\(uuid\\[\\]\\) line \\d+ at SQL statement(\\n|$)';
      begin
        if tg_op = 'DELETE' then
          get diagnostics calls = pg_context;
          if calls ~ way and old.created_at + interval '13 months' <= now() then return old; end if;
        end if;
        raise exception 'audit_entry is append-only' using errcode = 'restrict_violation';
      end $$`);
    this.addSql(
      `create trigger audit_entry_no_change before update or delete on audit_entry for each row execute function audit_entry_is_append_only()`,
    );
    this.addSql(
      `create trigger audit_entry_no_truncate before truncate on audit_entry for each statement execute function audit_entry_is_append_only()`,
    );
  }
}
