import { z } from 'zod';

/** Where to go after signing in: a path of the app, nothing else. */
export const OwnPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\s]*$/)
  .refine((path) => !/\p{C}/u.test(path), { message: 'control characters are not allowed' });
