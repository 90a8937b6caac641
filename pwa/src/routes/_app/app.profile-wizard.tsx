import { createFileRoute } from '@tanstack/react-router';
import { loadWizard, WizardScreen, WizardSkeleton } from '~/features/ai-profiles';
import { loadTexts } from '~/lib/i18n';

interface Search {
  /** The draft to go on with; the newest one without it. */
  profile?: string;
  /** Begins a new draft although there is another one. */
  fresh?: true;
  /** Photos were shared with the app (lib/shared-photos). */
  shared?: true;
}

export const Route = createFileRoute('/_app/app/profile-wizard')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    profile: typeof search.profile === 'string' ? search.profile : undefined,
    fresh: search.fresh === true ? true : undefined,
    shared: search.shared === true ? true : undefined,
  }),
  loaderDeps: ({ search: { profile, fresh } }) => ({ profile, fresh }),
  loader: async ({ deps }) => {
    const [data] = await Promise.all([loadWizard(deps), loadTexts('aiProfiles.wizard')]);
    return data;
  },
  // What is on the screen is newer than anything a reload would bring: the draft is read once per visit.
  shouldReload: false,
  gcTime: 0,
  staticData: { title: 'aiProfiles.wizard.title' },
  pendingComponent: WizardSkeleton,
  component: function Wizard() {
    const data = Route.useLoaderData();
    // Not keyed by the draft: it comes into being while the screen is open.
    return <WizardScreen key={Route.useSearch().profile ?? ''} {...data} />;
  },
});
