import type { AiProfile } from '~/features/ai-profiles';
import type { Generation } from '~/features/generations';
import { facts } from '~/lib/facts';

type Profile = Pick<AiProfile, 'id' | 'status' | 'readyAt'> & {
  photos: readonly Pick<AiProfile['photos'][number], 'setAside'>[];
};
type Run = Pick<Generation, 'id' | 'status'>;

export type StepState = 'done' | 'current' | 'later';

/** How far somebody is on the way to the first portraits. */
export interface FirstSteps {
  photos: { state: StepState; accepted: number; isComplete: boolean };
  plan: { state: StepState; isTrained: boolean };
  style: { state: StepState; isTraining: boolean; run: Run | null };
  /** The draft or the profile they are about. */
  profileId: string | null;
}

const ORDER: readonly AiProfile['status'][] = ['ready', 'training', 'created', 'failed'];

/** Whether a profile has been ready for so long that its first portraits may be gone already. */
const wasReady = (since: string | null, now: number): boolean =>
  since !== null && now - new Date(since).getTime() > facts.portraits.keptDays * 86_400_000;

/**
 * The three steps before the first portraits, of which the first that is open is the current one.
 * @returns null once portraits have been made, or were and have been deleted since
 */
export function firstSteps(
  profiles: readonly Profile[],
  runs: readonly Run[],
  credits: number,
  now = Date.now(),
): FirstSteps | null {
  if (runs.some(({ status }) => status === 'completed')) return null;
  const profile = ORDER.flatMap((status) => profiles.filter((each) => each.status === status))[0];
  const isPaid = profile?.status === 'ready' || profile?.status === 'training';
  if (profile?.status === 'ready' && wasReady(profile.readyAt, now)) return null;
  const accepted = profile?.photos.filter(({ setAside }) => !setAside).length ?? 0;
  const isComplete = accepted >= facts.photos.min;
  const hasCredits = credits >= (isPaid ? facts.generation.credits : facts.training.credits);
  const run = runs.find(({ status }) => status !== 'failed') ?? null;
  // With all photos and the credits what is left is to start the training, where the photos are.
  const done = [isPaid || (isComplete && !hasCredits), hasCredits || run !== null, run !== null];
  const current = done.indexOf(false);
  const stateOf = (at: number): StepState => (done[at] ? 'done' : at === current ? 'current' : 'later');
  return {
    photos: { state: stateOf(0), accepted, isComplete },
    plan: { state: stateOf(1), isTrained: isPaid },
    style: { state: stateOf(2), isTraining: profile?.status === 'training', run },
    profileId: profile?.id ?? null,
  };
}
