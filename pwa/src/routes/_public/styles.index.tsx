import { createFileRoute } from '@tanstack/react-router';
import { loadStyles, StylesScreen, StylesSkeleton } from '~/features/styles';

export const Route = createFileRoute('/_public/styles/')({
  loader: loadStyles,
  staticData: { title: 'styles.title' },
  pendingComponent: StylesSkeleton,
  component: function Styles() {
    return <StylesScreen list={Route.useLoaderData()} />;
  },
});
