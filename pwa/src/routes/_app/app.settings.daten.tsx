import { createFileRoute } from '@tanstack/react-router';
import { loadData, DataScreen, DataSkeleton } from '~/features/settings';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_app/app/settings/daten')({
  loader: async () => {
    // The words of the consents are those of the wizard.
    const [data] = await Promise.all([
      loadData(),
      loadTexts('aiProfiles.wizard'),
      loadTexts('device'),
      loadTexts('examples'),
      loadTexts('votes'),
    ]);
    return data;
  },
  staticData: { title: 'settings.data.title' },
  pendingComponent: DataSkeleton,
  component: function Data() {
    return <DataScreen {...Route.useLoaderData()} />;
  },
});
