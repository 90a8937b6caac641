import { z } from 'zod';

export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  /** Opaque position after which to go on; from `nextCursor` of the page before. */
  cursor: z.string().max(200).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** A position in a list ordered by time and id, newest first. */
export interface Position {
  at: Date;
  id: string;
}

export function encodeCursor(position: Position): string {
  return Buffer.from(`${position.at.toISOString()} ${position.id}`).toString('base64url');
}

/** The database has no year 0, and nothing here is of another age. */
const STORABLE = /^2\d{3}-/;

/** Returns null for a cursor that is none: the list then starts at its beginning. */
export function decodeCursor(cursor: string | undefined): Position | null {
  if (!cursor) return null;
  const [at, id] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const parsed = z.object({ at: z.iso.datetime().regex(STORABLE), id: z.uuid() }).safeParse({ at, id });
  return parsed.success ? { at: new Date(parsed.data.at), id: parsed.data.id } : null;
}
