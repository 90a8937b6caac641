import type { Schemas } from '~/lib/api';
import { text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { refreshSession } from '~/lib/session';

type Profile = Schemas['AiProfile'];
type Status = Profile['status'];

/** The status of each profile as last read in this tab; what makes a change a change. */
const known = new Map<string, Status>();

function announce(profile: Profile): void {
  const name = profile.name ?? text('aiProfiles.unnamed');
  if (profile.status === 'ready')
    notify({
      title: text('aiProfiles.became.readyTitle'),
      text: text('aiProfiles.became.ready', { name }),
      tone: 'good',
      duration: 'long',
    });
  if (profile.status === 'failed')
    notify({
      title: text('aiProfiles.became.failedTitle'),
      text: text('aiProfiles.became.failed', { name }),
      tone: 'bad',
    });
}

/** Remembers the status of profiles and announces each training that has ended since they were last read. */
export function noteStatuses(profiles: readonly Profile[]): void {
  for (const profile of profiles) {
    const isNews = known.get(profile.id) === 'training' && profile.status !== 'training';
    known.set(profile.id, profile.status);
    if (!isNews) continue;
    announce(profile);
    // A failed training may have brought credits back.
    if (profile.status === 'failed') void refreshSession().catch(() => null);
  }
}

/** Notes that a live event tells of a profile in training, which this tab may not have read yet. */
export function noteTraining(profileId: string): void {
  if (!known.has(profileId)) known.set(profileId, 'training');
}
