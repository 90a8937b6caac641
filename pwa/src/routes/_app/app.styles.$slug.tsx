import { createFileRoute } from '@tanstack/react-router';
import { loadStyle, StyleScreen, StyleSkeleton } from '~/features/styles';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_app/app/styles/$slug')({
  loader: async ({ params }) => {
    const [data] = await Promise.all([loadStyle(params.slug), loadTexts('styles')]);
    return data;
  },
  staticData: { title: 'styles.title' },
  pendingComponent: StyleSkeleton,
  component: function Style() {
    return <StyleScreen {...Route.useLoaderData()} />;
  },
});
