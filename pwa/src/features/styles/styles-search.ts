import type { Schemas } from '~/lib/api';

export type Purpose = Schemas['Style']['purposes'][number];

const KNOWN: Record<Purpose, true> = { application: true, linkedin: true, team: true, press: true };

/** In the order they are offered. */
export const PURPOSES = Object.keys(KNOWN) as readonly Purpose[];

const isPurpose = (value: unknown): value is Purpose => typeof value === 'string' && Object.hasOwn(KNOWN, value);

/** For which purpose the address asks for styles; none where it is not one. */
export const readStylesSearch = ({ purpose }: Record<string, unknown>): { purpose?: Purpose } => ({
  purpose: isPurpose(purpose) ? purpose : undefined,
});
