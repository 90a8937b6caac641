export { Backup } from './backup.entity.js';
export { noteBackup, readLastBackup } from './backups.figures.js';
export {
  BACKUP_LOCK,
  dumpDatabase,
  DumpFailed,
  installationOf,
  restoreDump,
  withBackupLock,
  withFolder,
  withScratchDatabase,
} from './database-dump.js';
export { claim, installationIn } from './installation-mark.js';
export { copyJournal, restoreJournal } from './journal-copies.js';
export { dumpKey, endOldDumps, newestDump } from './kept-dumps.js';
export { copyObjects, restoreObjects, type CopyReport } from './object-copies.js';
export { openIntoFile, requireRecipient, sealFile } from './sealed.js';
