import { createFileRoute, redirect } from '@tanstack/react-router';
import { AuthScreen } from '~/features/accounts';
import { ownPath } from '~/lib/navigation';
import { ensureSession } from '~/lib/session';

interface Search {
  /** The path that was asked for and is gone to after signing in. */
  redirect?: string;
  mode?: 'register';
}

export const Route = createFileRoute('/_public/auth')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    redirect: ownPath(search.redirect),
    mode: search.mode === 'register' ? 'register' : undefined,
  }),
  beforeLoad: async ({ search }) => {
    const me = await ensureSession().catch(() => null);
    if (me) throw redirect({ href: search.redirect ?? '/app', replace: true });
  },
  staticData: { title: 'accounts.signIn.title' },
  component: function Auth() {
    const { redirect: target, mode } = Route.useSearch();
    return <AuthScreen key={mode} mode={mode ?? 'signIn'} target={target} />;
  },
});
