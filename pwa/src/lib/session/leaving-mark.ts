import { hasMark, setMark } from './kept-mark';

/** Says that somebody has left this device, and that not all of theirs is known to be gone yet. */
const KEY = 'bildnis.leaving';

/** Sets the mark, or removes it once all is gone. */
export const markLeaving = (isLeaving: boolean): void => setMark(KEY, isLeaving);

/** Whether a wiping of this device was begun and did not come to its end. */
export const isLeaving = (): boolean => hasMark(KEY);
