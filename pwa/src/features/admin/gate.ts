import { notify } from '~/lib/messages';
import { text } from '~/lib/i18n';
import { refreshSession, waitForEnd, type Me } from '~/lib/session';

export interface UserSearch {
  q?: string;
  only?: 'blocked' | 'admins' | 'subscribers';
}

const ONLY = ['blocked', 'admins', 'subscribers'] as const;

/** What is searched for stands in the address, so that the way back leads to the same list. */
export function readUserSearch({ q, only }: Record<string, unknown>): UserSearch {
  const known = ONLY.find((each) => each === only);
  return {
    ...(typeof q === 'string' && q.trim() ? { q: q.trim().slice(0, 100) } : {}),
    ...(known ? { only: known } : {}),
  };
}

/** Whether somebody may be here, asked of the server: a role may have changed since the start. Others are told that they may not. */
export async function admits(isLooking: boolean): Promise<{ me: Me | null; isAdmin: boolean }> {
  await waitForEnd();
  const me = await refreshSession();
  const isAdmin = me?.role === 'admin';
  if (me && !isAdmin && !isLooking)
    notify({ title: text('shell.admin.refusedTitle'), text: text('shell.admin.refusedText'), tone: 'bad' });
  return { me, isAdmin };
}
