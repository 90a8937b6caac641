import { isForVisitors } from '../../config/index.js';
import { good, off, todo, type Found, type Installation } from './finding.js';

export function checkBackups({ config, mode }: Installation): Promise<Found[]> {
  if (config.backups) return Promise.resolve([good('Ein Ort für Sicherungen ist eingestellt')]);
  return Promise.resolve([
    isForVisitors(mode)
      ? todo('Es gibt keine Sicherungen: BACKUP_RECIPIENT und BACKUP_S3_… oder BACKUP_DIR (docs/operations/backups.md)')
      : off('Es gibt keine Sicherungen'),
  ]);
}
