import { createFileRoute } from '@tanstack/react-router';
import { loadStyle, StyleScreen, StyleSkeleton } from '~/features/styles';

export const Route = createFileRoute('/_app/app/styles/$slug')({
  loader: ({ params }) => loadStyle(params.slug),
  staticData: { title: 'styles.title' },
  pendingComponent: StyleSkeleton,
  component: function Style() {
    return <StyleScreen {...Route.useLoaderData()} />;
  },
});
