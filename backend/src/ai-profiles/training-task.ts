import type { z } from 'zod';
import type { TrainingRequested } from './ai-profiles.events.js';

export type TrainingPayload = z.infer<typeof TrainingRequested.schema>;

/** Names one start of a training at the engine, through all its attempts. */
export const trainingTask = (cycleId: string, cycleAttempt: number): string => `${cycleId}.${cycleAttempt}`;

export const taskOf = ({ cycleId, cycleAttempt }: TrainingPayload): string => trainingTask(cycleId, cycleAttempt);
