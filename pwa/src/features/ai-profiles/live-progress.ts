import { useLive, usePollingFallback } from '~/lib/live';
import { useRouter } from '~/lib/navigation';
import { atom, store, useAtomValue } from '~/lib/state';
import type { AiProfile } from './profiles-data';

export type TrainingProgress = NonNullable<AiProfile['progress']>;

const progressAtom = atom<Readonly<Record<string, TrainingProgress>>>({});

const STAGES: readonly string[] = [
  'queued',
  'analysing',
  'preparing',
  'learning',
  'rendering',
  'finishing',
] satisfies TrainingProgress['stage'][];

/** Takes over what a live event says about a training. A stage that this version does not know is left out. */
export function noteProgress(profileId: string, progress: { stage: string; fraction: number }): void {
  if (!STAGES.includes(progress.stage)) return;
  store.set(progressAtom, { ...store.get(progressAtom), [profileId]: progress as TrainingProgress });
}

/** Forgets the progress of a training that is over, so that the next one begins at nothing. */
export function forgetProgress(profileId: string): void {
  const { [profileId]: _over, ...rest } = store.get(progressAtom);
  store.set(progressAtom, rest);
}

/** How far a training is: the later of what was loaded and what has been reported live since. */
export function useProgress(profile: AiProfile): TrainingProgress | null {
  const live = useAtomValue(progressAtom)[profile.id];
  if (!live || !profile.progress) return live ?? profile.progress;
  return live.fraction >= profile.progress.fraction ? live : profile.progress;
}

/** Loads a screen again every 15 s while a profile is in training and no live events come. */
export function useProfilePolling(profiles: readonly AiProfile[]): void {
  const router = useRouter();
  const isTraining = profiles.some(({ status }) => status === 'training');
  usePollingFallback(isTraining, () => void router.invalidate());
  useLive('profile.progress', ({ profileId, stage, fraction }) => noteProgress(profileId, { stage, fraction }));
}
