import { createFileRoute, redirect } from '@tanstack/react-router';
import { openDocument } from '~/lib/navigation';
import { hasSession } from '~/lib/session';

export const Route = createFileRoute('/_public/styles/$slug')({
  beforeLoad: ({ params, ...at }) => {
    // Within the app a style stands where it can be started.
    if (hasSession()) throw redirect({ to: '/app/styles/$slug', params, replace: true });
    return openDocument(at);
  },
});
