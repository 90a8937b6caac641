import { createFileRoute } from '@tanstack/react-router';
import { isWayBackKept } from '~/lib/device/way-back';
import { loadTexts } from '~/lib/i18n';
import { PaymentCheck, returnsToDraft } from '~/features/billing';
import { DashboardScreen, DashboardSkeleton, loadDashboard } from '~/features/dashboard';

/** What the payment page or the order page adds to the address; true only if the orders say so, too. */
interface Search {
  /** The checkout that the customer comes back from. */
  session_id?: string;
  upgraded?: true;
  credit_pack_success?: true;
}

const cameFrom = ({ session_id: sessionId, upgraded, credit_pack_success: packBought }: Search) => ({
  sessionId,
  upgraded,
  packBought,
});

const flag = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined);

export const Route = createFileRoute('/_app/app/')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    session_id: typeof search.session_id === 'string' ? search.session_id : undefined,
    upgraded: flag(search.upgraded),
    credit_pack_success: flag(search.credit_pack_success),
  }),
  // The flags of a payment are part of the loader's key only while a draft may wait: taking them out of the address would load all again.
  loaderDeps: ({ search }) => (isWayBackKept() ? cameFrom(search) : {}),
  loader: async ({ deps }) => {
    if (await returnsToDraft(deps)) return loadTexts('billing.return').then(() => null);
    const [data] = await Promise.all([loadDashboard(), loadTexts('dashboard')]);
    return data;
  },
  staticData: { title: 'dashboard.title' },
  pendingComponent: DashboardSkeleton,
  component: function Dashboard() {
    const back = cameFrom(Route.useSearch());
    const data = Route.useLoaderData();
    return data ? <DashboardScreen {...data} cameFrom={back} /> : <PaymentCheck {...back} />;
  },
});
