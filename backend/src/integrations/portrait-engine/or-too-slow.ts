import { InspectionTooSlow } from '@bildnis/studio/core';
import { AppError } from '../../platform/errors/index.js';

/** The answer of a photo check. @throws AppError `check_too_slow` where it ran out of time, and whatever else it throws */
export async function orTooSlow<T>(check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof InspectionTooSlow)) throw error;
    throw new AppError('check_too_slow', { detail: error.message, retryAfterSeconds: 10 });
  }
}
