import { createFileRoute } from '@tanstack/react-router';
import { loadProfiles, ProfilesScreen, ProfilesSkeleton } from '~/features/ai-profiles';

export const Route = createFileRoute('/_app/app/profiles')({
  loader: loadProfiles,
  staticData: { title: 'aiProfiles.title' },
  pendingComponent: ProfilesSkeleton,
  component: function Profiles() {
    return <ProfilesScreen list={Route.useLoaderData()} />;
  },
});
