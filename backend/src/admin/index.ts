export { AdminModule } from './admin.module.js';
export { makeAdmin } from './users/roles.js';
export { AuditEntry } from './audit/audit-entry.entity.js';
export { AUDIT_RULE } from './audit/audit.retention.js';
