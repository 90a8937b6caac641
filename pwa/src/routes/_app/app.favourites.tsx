import { createFileRoute } from '@tanstack/react-router';
import { FavouritesScreen, GenerationSkeleton, loadFavourites } from '~/features/generations';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_app/app/favourites')({
  loader: async () => {
    const [list] = await Promise.all([loadFavourites(), loadTexts('generations')]);
    return list;
  },
  staticData: { title: 'generations.favourites.title' },
  pendingComponent: GenerationSkeleton,
  component: function Favourites() {
    return <FavouritesScreen list={Route.useLoaderData()} />;
  },
});
