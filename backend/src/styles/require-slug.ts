import { AppError } from '../platform/errors/index.js';

/** What cannot be a slug cannot exist, and never reaches the database. @throws AppError `not_found`. */
export function requireSlug(slug: string): string {
  if (!/^[\w-]{1,60}$/.test(slug)) throw new AppError('not_found');
  return slug;
}
