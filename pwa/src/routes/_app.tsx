import { createFileRoute, redirect } from '@tanstack/react-router';
import { ProfileWatch } from '~/features/ai-profiles';
import { DeviceWatch, NewVersion } from '~/features/device';
import { NewTermsWatch } from '~/features/new-terms';
import { PushWatch } from '~/features/push';
import { AppFrame, BrokenPage } from '~/features/shell';
import { ensureSession } from '~/lib/session';

export const Route = createFileRoute('/_app')({
  // Nearly every screen stands in this frame: as a piece of its own it would only be one more request.
  codeSplitGroupings: [['errorComponent']],
  beforeLoad: async ({ location }) => {
    if (!(await ensureSession())) throw redirect({ to: '/auth', search: { redirect: location.href } });
  },
  // The router shows one pending state per load. It belongs to the screen, whose skeleton matches what comes, not to this frame.
  pendingMs: Infinity,
  errorComponent: BrokenPage,
  component: () => (
    <AppFrame notice={<NewVersion />}>
      <ProfileWatch />
      <DeviceWatch />
      <PushWatch />
      <NewTermsWatch />
    </AppFrame>
  ),
});
