import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same, in a time that tells nothing of where they differ. */
export const isSameSecret = (given: string, own: string): boolean => timingSafeEqual(digest(given), digest(own));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
