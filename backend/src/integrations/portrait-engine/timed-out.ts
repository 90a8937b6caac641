import { InspectionTimedOut } from '@bildnis/studio/core';
import { AppError } from '../../platform/errors/index.js';

/** Says of a check that took too long what is true: nothing is wrong with the picture, and later it may work. @throws AppError `unavailable`, or what was thrown */
export function unavailableWhenTimedOut(error: unknown): never {
  if (error instanceof InspectionTimedOut) throw new AppError('unavailable', { retryAfterSeconds: 10 });
  throw error;
}
