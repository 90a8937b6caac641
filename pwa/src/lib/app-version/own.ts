declare const __APP_VERSION__: string;

/** The version this script was built as (`pwa/scripts/app-version.ts`); pages and service worker of one build have the same. */
export const OWN_VERSION = __APP_VERSION__;

/** What a page sends to a service worker that is to answer with its version. */
export const ASK_VERSION = 'VERSION';
