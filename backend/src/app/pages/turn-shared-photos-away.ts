import type { NextFunction, Request, Response } from 'express';

/** Where a device posts photos that are shared with the installed app (pwa/src/lib/shared-photos). */
const SHARE_PATH = '/app/profile-wizard';

/**
 * Shared photos are the service worker's to answer, on the device. Where none does, nothing of them is read here, and the wizard says that they are
 * lost. The device names no origin of ours, and since nothing is done it need not.
 */
export function turnSharedPhotosAway({ method, path }: Request, response: Response, next: NextFunction): void {
  if (method === 'POST' && path === SHARE_PATH) response.redirect(303, `${SHARE_PATH}?shared=true`);
  else next();
}
