import { z } from 'zod';

/** Deleted accounts keep a pseudonym there; nobody may take one first. */
const PSEUDONYMS = '@bildnis.invalid';

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email().refine((email) => !email.endsWith(PSEUDONYMS), { message: 'is reserved' }));
