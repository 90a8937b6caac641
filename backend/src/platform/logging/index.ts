export { ownerInLogs } from './owner-in-logs.js';
export { loggingModule, truncateAddress } from './logging.module.js';
