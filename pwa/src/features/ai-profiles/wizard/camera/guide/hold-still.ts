import type { FaceLook } from '~/lib/device-studio/face-judge';

/** Since when a face has been right without moving. */
export interface Hold {
  since: number;
  last: FaceLook;
}

/** How long a face is right before the photo is taken by itself, milliseconds. */
const HOLD = 600;
/** How far a face moves between two looks when it is held still: shares of the picture, radians. */
const [STEP, TURN] = [0.03, 0.1];

/** Goes on with a hold, or begins a new one. @param now milliseconds */
export function holdOn(hold: Hold | null, look: FaceLook, now: number): Hold {
  return hold && isStill(hold.last, look) ? { since: hold.since, last: look } : { since: now, last: look };
}

/** Whether it has been held for long enough. */
export const isHeld = (hold: Hold | null, now: number): boolean => hold !== null && now - hold.since >= HOLD;

const isStill = (a: FaceLook, b: FaceLook): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) < STEP && Math.abs(a.height - b.height) < STEP && Math.abs(a.yaw - b.yaw) < TURN;
