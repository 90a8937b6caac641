import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementsScreen, loadAnnouncements } from '~/features/admin';

export const Route = createFileRoute('/admin/announcements')({
  loader: loadAnnouncements,
  staticData: { title: 'admin.announcements.title' },
  component: function AdminAnnouncements() {
    return <AnnouncementsScreen list={Route.useLoaderData()} />;
  },
});
