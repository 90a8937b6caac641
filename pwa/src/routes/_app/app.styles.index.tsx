import { createFileRoute } from '@tanstack/react-router';
import { loadStylesWithProfiles, readStylesSearch, StylesScreen, StylesSkeleton } from '~/features/styles';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_app/app/styles/')({
  validateSearch: readStylesSearch,
  loader: async () => {
    const [data] = await Promise.all([loadStylesWithProfiles(), loadTexts('styles')]);
    return data;
  },
  staticData: { title: 'styles.title' },
  pendingComponent: StylesSkeleton,
  component: function Styles() {
    const { purpose = null, favourites = false } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <StylesScreen
        {...Route.useLoaderData()}
        choice={favourites ? 'favourites' : purpose}
        onChoice={(chosen) =>
          void navigate({
            search: chosen === 'favourites' ? { favourites: true } : { purpose: chosen ?? undefined },
            replace: true,
            resetScroll: false,
          })
        }
      />
    );
  },
});
