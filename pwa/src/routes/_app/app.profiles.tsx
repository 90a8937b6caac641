import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '~/lib/i18n';
import { loadProfiles, ProfilesScreen, ProfilesSkeleton } from '~/features/ai-profiles';

export const Route = createFileRoute('/_app/app/profiles')({
  loader: async () => {
    const [list] = await Promise.all([loadProfiles(), loadTexts('aiProfiles'), loadTexts('aiProfiles.photos')]);
    return list;
  },
  staticData: { title: 'aiProfiles.title' },
  pendingComponent: ProfilesSkeleton,
  component: function Profiles() {
    return <ProfilesScreen list={Route.useLoaderData()} />;
  },
});
