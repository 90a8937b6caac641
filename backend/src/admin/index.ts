export { AdminModule } from './admin.module.js';
export { AuditEntry } from './audit-entry.entity.js';
