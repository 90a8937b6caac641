import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_public/styles/$slug')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/styles/$slug', params, replace: true });
  },
});
