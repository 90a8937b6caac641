import { notify } from '~/lib/messages';
import { text } from '~/lib/i18n';
import { refreshSession, waitForEnd, type Me } from '~/lib/session';

/** Whether somebody may be here, asked of the server: a role may have changed since the start. Others are told that they may not. */
export async function admits(isLooking: boolean): Promise<{ me: Me | null; isAdmin: boolean }> {
  await waitForEnd();
  const me = await refreshSession();
  const isAdmin = me?.role === 'admin';
  if (me && !isAdmin && !isLooking)
    notify({ title: text('shell.admin.refusedTitle'), text: text('shell.admin.refusedText'), tone: 'bad' });
  return { me, isAdmin };
}
