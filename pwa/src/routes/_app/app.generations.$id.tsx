import { createFileRoute } from '@tanstack/react-router';
import { loadKeepAnswer } from '~/features/device';
import { loadOwnExamples } from '~/features/examples';
import { GenerationScreen, GenerationSkeleton, loadGeneration, readResultSearch } from '~/features/generations';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_app/app/generations/$id')({
  validateSearch: readResultSearch,
  loader: async ({ params }) => {
    const [loaded, keepAnswer, ownExamples] = await Promise.all([
      loadGeneration(params.id),
      loadKeepAnswer(),
      loadOwnExamples(),
      loadTexts('generations'),
      loadTexts('device'),
      loadTexts('examples'),
    ]);
    return { loaded, keepAnswer, ownExamples };
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
