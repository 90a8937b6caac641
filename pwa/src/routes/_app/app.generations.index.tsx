import { createFileRoute } from '@tanstack/react-router';
import { GenerationsScreen, GenerationsSkeleton, loadGenerations } from '~/features/generations';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_app/app/generations/')({
  loader: async () => {
    const [list] = await Promise.all([loadGenerations(), loadTexts('generations')]);
    return list;
  },
  staticData: { title: 'generations.all.title' },
  pendingComponent: GenerationsSkeleton,
  component: function Generations() {
    return <GenerationsScreen list={Route.useLoaderData()} />;
  },
});
