/** Names one start of a training at the engine, through all its attempts. */
export const trainingTask = (cycleId: string, cycleAttempt: number): string => `${cycleId}.${cycleAttempt}`;
