import { createFileRoute } from '@tanstack/react-router';
import { ExamplesScreen, loadExamples } from '~/features/admin';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/admin/examples')({
  loader: async () => {
    // The words of the places are those of the customer's question.
    const [page] = await Promise.all([loadExamples(), loadTexts('examples')]);
    return page;
  },
  staticData: { title: 'admin.examples.title' },
  component: function AdminExamples() {
    return <ExamplesScreen {...Route.useLoaderData()} />;
  },
});
