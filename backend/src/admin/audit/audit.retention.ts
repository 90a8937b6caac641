import { facts } from '../../facts/index.js';
import { ageRule } from '../../platform/retention/index.js';

/** Lines of the audit log. The database lets them go by one function alone. */
export const AUDIT_RULE = ageRule({
  name: 'audit',
  table: 'audit_entry',
  since: 't.created_at',
  kept: `P${facts.retention.auditMonths}M`,
  effect: async (em, { ids }) => {
    const [row] = await em.execute<{ removed: number }[]>(
      'select remove_old_audit_entries(array(select jsonb_array_elements_text(?::jsonb)::uuid)) as removed',
      [JSON.stringify(ids)],
    );
    return row!.removed;
  },
});
