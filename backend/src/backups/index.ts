export { Backup } from './backup.entity.js';
export { noteBackup, readLastBackup } from './backups.figures.js';
export {
  dumpDatabase,
  DumpFailed,
  isEmptyDatabase,
  restoreDump,
  withBackupLock,
  withScratchDatabase,
} from './database-dump.js';
export { dumpKey, endOldDumps, newestDump } from './kept-dumps.js';
export { copyObjects, restoreObjects } from './object-copies.js';
export { open, openIntoFile, seal, sealFile } from './sealed.js';
