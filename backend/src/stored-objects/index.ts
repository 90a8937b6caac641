export { describeSweep } from './describe-sweep.js';
export { folderId, givenKeys, type Place } from './place.js';
export { ObjectsDiscarded } from './stored-objects.events.js';
export { isTidy, ORPHAN_AGE_MS, sweepStorage, type SweepOptions, type SweepReport } from './sweep.js';
