import type { Route } from '../api/route.js';
import { accountCalls } from './account.js';
import { fileCalls } from './files.js';
import { modelCalls } from './models.js';
import { predictionCalls } from './predictions.js';
import { trainingCalls } from './trainings.js';
import { versionCalls } from './versions.js';

/** Everything of Replicate's API this emulator speaks. */
export const calls: readonly Route[] = [
  ...accountCalls,
  ...modelCalls,
  ...versionCalls,
  ...trainingCalls,
  ...predictionCalls,
  ...fileCalls,
];
