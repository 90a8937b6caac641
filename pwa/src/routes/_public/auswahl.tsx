import { createFileRoute } from '@tanstack/react-router';
import { VoteScreen } from '~/features/votes';
import { loadTexts } from '~/lib/i18n';
import { useRouterState } from '~/lib/navigation';

export const Route = createFileRoute('/_public/auswahl')({
  loader: () => loadTexts('votes'),
  staticData: { title: 'votes.open.title' },
  // What opens the vote stands behind `#`: it never reaches a server in an address.
  component: function Auswahl() {
    const token = useRouterState({ select: (state) => state.location.hash });
    return <VoteScreen key={token} token={token} />;
  },
});
