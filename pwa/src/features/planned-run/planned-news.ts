import { text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { loadPlannedRun } from './planned-run';

/** Says why a run that was planned did not start with the end of the training. @throws BildnisError */
export async function tellIfNotStarted(profileId: string): Promise<void> {
  const { status, reason, style } = await loadPlannedRun(profileId);
  if (status !== 'not_started' || !reason) return;
  notify({
    title: text('plannedRun.notStartedTitle'),
    text: text(`plannedRun.notStarted.${reason}`, { style: style?.displayName ?? '' }),
    tone: 'bad',
  });
}
