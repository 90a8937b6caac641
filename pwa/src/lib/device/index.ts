export { forgetDeletion, queueDeletion, queuedDeletions } from './deletions';
export { dropPortraits, dropRun, isRunKept, keepRun, keptRuns, sweepRuns, type RunToKeep } from './kept-runs';
export { answerKeep, claimDevice, deviceOwner, forgetTab, keepAnswer, keepingOwner, wipeDevice } from './owner';
export type { QueuedDeletion } from './database';
