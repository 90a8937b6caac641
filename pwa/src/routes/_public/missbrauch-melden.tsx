import { createFileRoute, redirect } from '@tanstack/react-router';
import { keepReportToken, MisuseScreen } from '~/features/misuse';
import { ColumnSkeleton } from '~/features/shell';
import { loadTexts } from '~/lib/i18n';
import { findSession } from '~/lib/session';

export const Route = createFileRoute('/_public/missbrauch-melden')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => ({
    token: typeof token === 'string' ? token : undefined,
  }),
  // The token of the mail goes into session storage and out of the URL at once: URLs end up in logs and histories.
  beforeLoad: ({ search }) => {
    if (!search.token) return;
    keepReportToken(search.token);
    throw redirect({ to: '/missbrauch-melden', search: {}, replace: true });
  },
  // Open to all: a user who is signed in only has less to write.
  loader: async () => {
    const [me] = await Promise.all([findSession(), loadTexts('misuse')]);
    return { me };
  },
  staticData: { title: 'shell.footer.misuse' },
  pendingComponent: ColumnSkeleton,
  component: function Misuse() {
    return <MisuseScreen {...Route.useLoaderData()} />;
  },
});
