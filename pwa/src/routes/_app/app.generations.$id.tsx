import { createFileRoute } from '@tanstack/react-router';
import { GenerationScreen, GenerationSkeleton, loadGeneration } from '~/features/generations';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_app/app/generations/$id')({
  loader: async ({ params }) => {
    const [data] = await Promise.all([loadGeneration(params.id), loadTexts('generations')]);
    return data;
  },
  staticData: { title: 'generations.untitled' },
  pendingComponent: GenerationSkeleton,
  component: function Generation() {
    return <GenerationScreen loaded={Route.useLoaderData()} />;
  },
});
