/** Begins the name of every cache that holds something of a customer; the app's own files are in others. */
const PREFIX = 'bildnis.kept.';

/** The cache of a customer's portraits, under their paths without the signature. */
export const portraitCache = (userId: string): string => `${PREFIX}portraits.${userId}`;

/** The cache of the previews of a customer's profiles, under their paths without the signature. */
export const previewCache = (userId: string): string => `${PREFIX}previews.${userId}`;

/** The cache of what the server last answered a customer. */
export const answerCache = (userId: string): string => `${PREFIX}answers.${userId}`;

/** Whether a cache holds something of a customer. */
export const isPersonal = (cache: string): boolean => cache.startsWith(PREFIX);

/** Under what a tab keeps what was typed into the wizard before a draft existed. */
export const TAB_ANSWERS = 'bildnis.wizard';
/** sessionStorage: which photos of a guided session have been taken, with whose they are. */
export const TAB_GUIDE = 'bildnis.guide';

/** Under what a tab keeps what was typed into a declaration, until it was received. */
export const TAB_DECLARATIONS = {
  cancel: 'bildnis.declaration.cancel',
  withdraw: 'bildnis.declaration.withdraw',
  misuse: 'bildnis.declaration.misuse',
};

/** Under what the device keeps whose retouch was chosen last. */
export const DEVICE_RETOUCH = 'bildnis.retouch';

/** Under what the device keeps which profile was chosen last. */
export const DEVICE_PROFILE = 'bildnis.profile';

/** Under what the device keeps to which draft a payment leads back. */
export const DEVICE_WAY_BACK = 'bildnis.way-back';

/** Stands in an answer that comes from the device; its value says since when it is there (ISO). */
export const KEPT_HEADER = 'X-Bildnis-Kept';

const PORTRAIT = /^\/api\/v1\/media\/portraits\/([0-9a-f-]{36})\/([a-z0-9-]+)$/;

/**
 * Under what a portrait's file is kept, from its link. The signature changes and is left out; the original and its download are the
 * same bytes.
 * @returns null for every other path
 */
export function portraitKey(url: string | URL): string | null {
  const { pathname } = new URL(url, self.location.origin);
  const found = PORTRAIT.exec(pathname);
  if (!found) return null;
  return found[2] === 'download' ? pathname.replace(/download$/, 'original') : pathname;
}

/** The portrait that a kept file belongs to. */
export const portraitIdOf = (key: string): string | null =>
  PORTRAIT.exec(new URL(key, self.location.origin).pathname)?.[1] ?? null;

const PREVIEW = /^\/api\/v1\/media\/ai-profiles\/([0-9a-f-]{36})\/previews\/\d+\/[0-9a-f-]{36}$/;

/** Under what a preview of a profile is kept, from its link. @returns null for every other path */
export function previewKey(url: string | URL): string | null {
  const { pathname } = new URL(url, self.location.origin);
  return PREVIEW.test(pathname) ? pathname : null;
}

/** The profile that a kept preview shows. */
export const profileIdOfPreview = (key: string): string | null => PREVIEW.exec(key)?.[1] ?? null;
