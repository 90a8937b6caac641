import { createFileRoute } from '@tanstack/react-router';
import { GenerationScreen, GenerationSkeleton, loadGeneration } from '~/features/generations';

export const Route = createFileRoute('/_app/app/generations/$id')({
  loader: ({ params }) => loadGeneration(params.id),
  staticData: { title: 'generations.untitled' },
  pendingComponent: GenerationSkeleton,
  component: function Generation() {
    return <GenerationScreen loaded={Route.useLoaderData()} />;
  },
});
