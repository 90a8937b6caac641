import { text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { loadPlannedRun } from './planned-run';

/** Says whether a run that was planned started with the end of the training, and else why not. @throws BildnisError */
export async function tellOutcome(profileId: string): Promise<void> {
  const { status, reason, style } = await loadPlannedRun(profileId);
  if (status === 'started')
    notify({
      title: text('plannedRun.startedTitle'),
      text: text('plannedRun.started', { style: style?.displayName ?? '' }),
      tone: 'good',
      duration: 'long',
    });
  if (!reason) return;
  notify({
    title: text('plannedRun.notStartedTitle'),
    text: text(`plannedRun.notStarted.${reason}`, { style: style?.displayName ?? '' }),
    tone: 'bad',
  });
}
