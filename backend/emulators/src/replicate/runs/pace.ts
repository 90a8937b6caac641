import type { Run } from '../state/store.js';

/** How long the two stages of a run take, in milliseconds. */
export interface StageTimes {
  starting: number;
  processing: number;
}

export interface Pace {
  training: StageTimes;
  prediction: StageTimes;
}

/** Long enough to be seen, short enough to be waited for. */
export const defaultPace: Pace = {
  training: { starting: 500, processing: 4000 },
  prediction: { starting: 300, processing: 1500 },
};

/** When a run begins to work and when it ends, as moments; Infinity where it hangs. */
export function timetable(run: Run, pace: Pace): { begins: number; ends: number } {
  const slow = run.misbehaviours.find((one) => one.kind === 'slow');
  const hangs = run.misbehaviours.some((one) => one.kind === 'hang');
  const { starting, processing } = slow
    ? { starting: slow.milliseconds, processing: slow.milliseconds }
    : pace[run.kind];
  const begins = run.createdAt + starting;
  return { begins, ends: hangs ? Infinity : begins + processing };
}
