import { createFileRoute } from '@tanstack/react-router';
import { loadPlans } from '~/features/billing';
import { HomeScreen } from '~/features/home';
import { loadStyles } from '~/features/styles';
import { loadTexts } from '~/lib/i18n';

export const Route = createFileRoute('/_public/')({
  loader: async () => {
    const [styles, plans] = await Promise.all([loadStyles(), loadPlans(), loadTexts('home'), loadTexts('billing.pricing')]);
    return { styles, plans };
  },
  staticData: { title: 'home.title' },
  component: function Home() {
    return <HomeScreen {...Route.useLoaderData()} />;
  },
});
