import { ensureBuilt } from '../../bootstrap/build.mjs';
import { createSteps } from '../../bootstrap/steps.mjs';

/** Threads and child processes run the built engine: it is built once, before any of these tests, where its sources have changed. */
export const setup = () => ensureBuilt(createSteps(), ['studio']);
