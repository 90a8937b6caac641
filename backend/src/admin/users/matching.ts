import type { FilterQuery } from '@mikro-orm/postgresql';
import type { User } from '../../identity/index.js';

/** Those whose address or name has this anywhere in it. */
export function matching(text: string): FilterQuery<User> {
  return { $or: [{ email: { $ilike: containing(text) } }, { displayName: { $ilike: containing(text) } }] };
}

/** What somebody typed, anywhere in a text; the signs of a pattern stand for themselves. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
