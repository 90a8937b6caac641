import { createFileRoute, redirect } from '@tanstack/react-router';
import {
  AuthScreen,
  AuthSkeleton,
  findChosenOrder,
  keepGoogleCallback,
  offersGoogle,
  readGoogleCallback,
  waitingGoogleCallback,
  type AuthMode,
} from '~/features/accounts';
import { loadTexts } from '~/lib/i18n';
import { ownPath } from '~/lib/navigation';
import { findSession } from '~/lib/session';

interface Search {
  /** The path that was asked for and is gone to after signing in. */
  redirect?: string;
  mode?: Exclude<AuthMode, 'signIn'>;
}

export const Route = createFileRoute('/_public/auth')({
  validateSearch: ({ redirect: target, mode }: Record<string, unknown>): Search => ({
    redirect: ownPath(target),
    mode: mode === 'register' || mode === 'forgot' ? mode : undefined,
  }),
  beforeLoad: ({ location }) => {
    // What Google answers leaves the URL before anything else happens; it is worth an account.
    const callback = readGoogleCallback(location.search);
    if (!callback) return;
    keepGoogleCallback(callback);
    throw redirect({ to: '/auth', search: {}, replace: true });
  },
  loaderDeps: ({ search }) => ({ target: search.redirect }),
  loader: async ({ deps }) => {
    // A browser that has lost the mark of a session shows the form: signing in once more is no harm.
    const session = waitingGoogleCallback() ? null : findSession();
    const [me, google, chosen] = await Promise.all([
      session,
      offersGoogle(),
      findChosenOrder(deps.target),
      loadTexts('accounts'),
    ]);
    if (me) throw redirect({ href: deps.target ?? '/app', replace: true });
    return { google, chosen };
  },
  // Who is signed in is looked at every time.
  gcTime: 0,
  staticData: { title: ({ mode }: Search) => `accounts.${mode ?? 'signIn'}.title` as const },
  pendingComponent: AuthSkeleton,
  component: function Auth() {
    const { redirect: target, mode } = Route.useSearch();
    const loaded = Route.useLoaderData();
    return <AuthScreen mode={mode ?? 'signIn'} target={target} {...loaded} />;
  },
});
