import { useLive } from '~/lib/live';
import { useRouter } from '~/lib/navigation';

const CHANGES = [
  'generation.changed',
  'portrait.changed',
  'favourite_style.changed',
  'profile.changed',
  'export.changed',
  'webhook.changed',
  'credits.changed',
  'account.changed',
] as const;

/**
 * Loads a screen once more when something changes while it is being loaded. It does not listen yet then, and what is on its way to it may
 * have been read before.
 */
export function useChangesWhileLoading(): void {
  const router = useRouter();
  useLive(CHANGES, () => {
    if (router.state.isLoading) void router.invalidate();
  });
}
