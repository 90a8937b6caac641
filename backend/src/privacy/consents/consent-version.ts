/** How long a version may be: a day, and the name of everybody who receives facial images. */
export const CONSENT_VERSION_LENGTH = 100;
