import type { Schemas } from '~/lib/api';

export type Purpose = Schemas['Style']['purposes'][number];
/** Which styles are shown, where it is not all of them. */
export type Choice = Purpose | 'favourites';

const KNOWN: Record<Purpose, true> = { application: true, linkedin: true, team: true, press: true };

/** In the order they are offered. */
export const PURPOSES = Object.keys(KNOWN) as readonly Purpose[];

const isPurpose = (value: unknown): value is Purpose => typeof value === 'string' && Object.hasOwn(KNOWN, value);

/** For which purpose the address asks for styles, none where it is not one; or for the favourites. */
export const readStylesSearch = ({
  purpose,
  favourites,
}: Record<string, unknown>): { purpose?: Purpose; favourites?: true } =>
  favourites === true ? { favourites } : { purpose: isPurpose(purpose) ? purpose : undefined };
