import { createFileRoute } from '@tanstack/react-router';
import { DesignScreen, DesignSkeleton } from '~/features/design';
import { loadStyles } from '~/features/styles';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_public/gestaltung')({
  loader: async () => {
    const [styles] = await Promise.all([loadStyles(), loadTexts('design')]);
    return { styles };
  },
  staticData: { title: 'design.title' },
  pendingComponent: DesignSkeleton,
  component: function Design() {
    return <DesignScreen {...Route.useLoaderData()} />;
  },
});
