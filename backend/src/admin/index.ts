export { AdminModule } from './admin.module.js';
export { AuditEntry } from './audit/audit-entry.entity.js';
