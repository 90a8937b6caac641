import type { FaceLook, FrameLook } from '~/lib/device-studio/face-judge';
import type { Prompt } from './prompts';

/** What is to be done before the photo is right; `ready` when it is. */
export type Hint =
  | 'none'
  | 'others'
  | 'closer'
  | 'back'
  | 'higher'
  | 'lower'
  | 'aside'
  | 'dark'
  | 'bright'
  | 'level'
  | 'light'
  | 'clothes'
  | 'front'
  | 'left'
  | 'right'
  | 'side'
  | 'less'
  | 'eyes'
  | 'smile'
  | 'calm'
  | 'still'
  | 'ready';

/** What the photos taken so far have shown. */
export type Shots = readonly Pick<FaceLook, 'light' | 'clothes' | 'mouthWidth'>[];

/** Face heights that leave hair and shoulders in the picture, and enough to work with; shares of the picture's height. */
export const SMALLEST_FACE = 0.2;
const LARGEST_FACE = 0.42;
/** Where the middle of the face may be, shares of the picture. */
const [HIGHEST, LOWEST] = [0.28, 0.6];
const [LEFTMOST, RIGHTMOST] = [0.28, 0.72];
/** Within the photo check's own limits (48, 225, 25 %), so that what is taken passes it. Mean grey, share. */
const [DARKEST, BRIGHTEST, MOST_BURNT] = [54, 215, 0.15];
/** Tilt towards a shoulder, radians. */
const STEEPEST = 0.3;
/** Turns of the head that count as none, as a turn, and as too much of one; radians. */
const [STRAIGHT, TURNED, TOO_FAR] = [0.15, 0.16, 0.5];
/** Below it eyes are shut, above it a mouth is speaking: height by width. */
const [SHUT, SPEAKING] = [0.15, 0.3];
/** Width of the mouth with which people smile, alone and by their own at rest. */
const SMILE = 0.69;
const WIDER = 1.1;
/** A mouth this much wider than at rest is not serious. */
const RELAXED = 1.06;
/** The photo check's own limit: below it a picture is blurred. */
const BLURRED = 0.26;
/** How much lighter than before a face by the window is, and how light is light enough in any case; mean grey. */
const LIGHTER = 1.12;
const WELL_LIT = 150;
/** As the advice on sets: colours closer than this look like the same clothes, distance in 8-bit sRGB. */
const SAME_COLOUR = 30;

/** The first thing that is wrong, from what spoils any photo to what this one asks for. @param smallest face, by the picture's height */
export function adviseFrame({ faces, face }: FrameLook, prompt: Prompt, shots: Shots, smallest = SMALLEST_FACE): Hint {
  if (!face) return 'none';
  if (faces > 1) return 'others';
  return (
    placeHint(face, smallest) ??
    lightHint(face) ??
    changeHint(face, prompt, shots) ??
    turnHint(face, prompt) ??
    mouthHint(face, prompt, shots) ??
    (face.sharpness < BLURRED ? 'still' : 'ready')
  );
}

function placeHint({ x, y, height, inside, roll }: FaceLook, smallest: number): Hint | null {
  if (inside < 0.97 || height > LARGEST_FACE) return 'back';
  if (height < smallest) return 'closer';
  if (y > LOWEST) return 'higher';
  if (y < HIGHEST) return 'lower';
  if (x < LEFTMOST || x > RIGHTMOST) return 'aside';
  return Math.abs(roll) > STEEPEST ? 'level' : null;
}

function lightHint({ light, clipped }: FaceLook): Hint | null {
  if (light < DARKEST) return 'dark';
  return light > BRIGHTEST || clipped > MOST_BURNT ? 'bright' : null;
}

function changeHint({ light, clothes }: FaceLook, { change }: Prompt, shots: Shots): Hint | null {
  // With nothing to compare with, the customer decides.
  if (shots.length === 0) return change;
  if (change === 'light')
    return light >= Math.min(WELL_LIT, LIGHTER * median(shots.map((shot) => shot.light))) ? null : 'light';
  if (change === 'clothes') {
    const isWorn = (other: FaceLook['clothes']) => !clothes || !other || distance(clothes, other) < SAME_COLOUR;
    return shots.some((shot) => isWorn(shot.clothes)) ? 'clothes' : null;
  }
  return null;
}

function turnHint({ yaw }: FaceLook, { turn }: Prompt): Hint | null {
  const aside = Math.abs(yaw);
  if (turn === 'front') return aside <= STRAIGHT ? null : 'front';
  // One's own left is the right of a picture, to which turns are negative.
  const isThatWay = turn === 'side' || (turn === 'left' ? yaw < 0 : yaw > 0);
  if (aside < TURNED || !isThatWay) return turn;
  return aside > TOO_FAR ? 'less' : null;
}

function mouthHint({ eyes, mouth, mouthWidth }: FaceLook, prompt: Prompt, shots: Shots): Hint | null {
  if (eyes < SHUT) return 'eyes';
  const atRest = Math.min(...shots.map((shot) => shot.mouthWidth));
  if (prompt.mouth === 'smile') return mouthWidth >= Math.min(SMILE, WIDER * atRest) ? null : 'smile';
  if (mouth > SPEAKING) return 'calm';
  return prompt.mouth === 'calm' && mouthWidth > RELAXED * atRest && mouthWidth >= SMILE ? 'calm' : null;
}

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, channel) => value - (b[channel] ?? 0)));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
