/** Where the device posts photos that are shared with the app. The service worker answers; no server ever should. */
export const SHARE_PATH = '/app/profile-wizard';

/** The field of the form that holds the photos. */
export const SHARE_FIELD = 'photos';

/** The page that opens with shared photos. The mark says only that there were some, so that the page can tell when they are lost. */
export const SHARED_PAGE = `${SHARE_PATH}?shared=true`;

/** What a page sends to the service worker that is to hand the photos over. */
export const TAKE_SHARED = 'TAKE_SHARED';
