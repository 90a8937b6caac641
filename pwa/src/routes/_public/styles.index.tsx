import { createFileRoute, redirect } from '@tanstack/react-router';
import { openDocument } from '~/lib/navigation';
import { hasSession } from '~/lib/session';

export const Route = createFileRoute('/_public/styles/')({
  beforeLoad: (at) => {
    // Within the app the same styles stand in its own frame, also without a network.
    if (hasSession()) throw redirect({ to: '/app/styles', replace: true });
    return openDocument(at);
  },
});
