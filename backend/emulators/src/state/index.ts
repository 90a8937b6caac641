export type { Keeping, KeptState } from './kept-state.js';
export { readStateFile, StateFile } from './state-file.js';
export { DamagedState, readPrivate, writePrivate } from './private-file.js';
