import { createFileRoute } from '@tanstack/react-router';
import { AdminStylesScreen, loadStyles } from '~/features/admin';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/admin/styles')({
  loader: async () => (await Promise.all([loadStyles(), loadTexts('styles')]))[0],
  staticData: { title: 'admin.styles.title' },
  component: function AdminStyles() {
    return <AdminStylesScreen styles={Route.useLoaderData()} />;
  },
});
