import { AppError } from '../platform/errors/index.js';
import type { AiProfile } from './ai-profile.entity.js';

/** Photos may change before the first training and after a failed one. @throws AppError `profile_not_editable` */
export function requireEditable({ status }: Pick<AiProfile, 'status'>): void {
  if (status !== 'created' && status !== 'failed') throw new AppError('profile_not_editable');
}
