import { text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { loadPlannedRun } from './planned-run';

/** Of several tabs each says it once; a change that is told twice is no other news. */
const told = new Set<string>();

/** Says why a run that was planned did not start with the end of the training. @throws BildnisError */
export async function tellIfNotStarted(profileId: string): Promise<void> {
  const { status, reason, style } = await loadPlannedRun(profileId);
  if (status !== 'not_started' || !reason || told.has(profileId)) return;
  told.add(profileId);
  notify({
    title: text('plannedRun.notStartedTitle'),
    text: text(`plannedRun.notStarted.${reason}`, { style: style?.displayName ?? '' }),
    tone: 'bad',
  });
}
