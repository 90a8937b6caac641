import type { Me } from '~/lib/session';

/** What someone is called: the name, or the address where none is known. */
export const nameOf = (me: Me): string => me.displayName ?? me.email;
