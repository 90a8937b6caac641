import { tellOutcome } from '~/features/planned-run';
import { useLive } from '~/lib/live';
import { useRouter } from '~/lib/navigation';
import { forgetProgress } from './live-progress';
import { listProfiles } from './profiles-data';
import { noteTraining } from './status-news';

/** Hears on every signed-in screen when a profile changes: announces the end of a training and loads what is shown again. */
export function ProfileWatch() {
  const router = useRouter();
  useLive('profile.changed', ({ profileId, status }) => {
    if (status === 'ready' || status === 'failed') noteTraining(profileId);
    forgetProgress(profileId);
    void listProfiles()
      .catch(() => null)
      .then(() => router.invalidate());
  });
  useLive('planned_run.changed', ({ profileId }) => void tellOutcome(profileId).catch(() => null));
  return null;
}
