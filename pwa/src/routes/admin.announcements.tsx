import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementsScreen, loadAnnouncements } from '~/features/admin';

export const Route = createFileRoute('/admin/announcements')({
  loader: loadAnnouncements,
  staticData: { title: 'shell.admin.title' },
  component: function AdminAnnouncements() {
    return <AnnouncementsScreen list={Route.useLoaderData()} />;
  },
});
