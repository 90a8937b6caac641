import { createFileRoute } from '@tanstack/react-router';
import { loadKeepAnswer } from '~/features/device';
import { GenerationScreen, GenerationSkeleton, loadGeneration, readResultSearch } from '~/features/generations';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_app/app/generations/$id')({
  validateSearch: readResultSearch,
  loader: async ({ params }) => {
    const [loaded, keepAnswer] = await Promise.all([
      loadGeneration(params.id),
      loadKeepAnswer(),
      loadTexts('generations'),
      loadTexts('device'),
    ]);
    return { loaded, keepAnswer };
  },
  staticData: { title: 'generations.untitled' },
  pendingComponent: GenerationSkeleton,
  component: function Generation() {
    const { order = 'likeness' } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <GenerationScreen
        {...Route.useLoaderData()}
        order={order}
        onOrder={(chosen) =>
          void navigate({
            search: { order: chosen === 'likeness' ? undefined : chosen },
            replace: true,
            resetScroll: false,
          })
        }
      />
    );
  },
});
