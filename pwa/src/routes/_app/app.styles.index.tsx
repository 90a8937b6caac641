import { createFileRoute } from '@tanstack/react-router';
import { loadStylesWithProfiles, StylesScreen, StylesSkeleton } from '~/features/styles';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_app/app/styles/')({
  loader: async () => {
    const [data] = await Promise.all([loadStylesWithProfiles(), loadTexts('styles')]);
    return data;
  },
  staticData: { title: 'styles.title' },
  pendingComponent: StylesSkeleton,
  component: function Styles() {
    return <StylesScreen {...Route.useLoaderData()} />;
  },
});
