import { ramp } from '../raster/numbers.js';
import type { Face } from './face.js';
import { eyeOpening, eyeOpenings, mouthOpening } from './landmarks.js';

type Expression = Pick<Face, 'mesh' | 'happy'>;

/** Eye opening from which eyes count as open; laughing narrows them to about .23. */
const OPEN_EYES = 0.22;
/** Some people's eyes are narrower than that when wide open: then this share of their own widest counts. */
const SHARE_OF_WIDEST = 0.75;
/** Eye openings at which eyes are shut beyond doubt, and at which anybody's are open. */
const SHUT = [0.12, 0.18] as const;

/** Mouth opening from which somebody is speaking or pulling a face, and beyond doubt, unless surely laughing. */
const SPEAKING = [0.3, 0.42] as const;
/** Score from which the emotion model is right about a smile; below it takes grimaces for one. */
const SURELY_HAPPY = 0.9;

/** How far a single photo's face is one to show, 1 down to 0: nobody wants a portrait with shut eyes or in the middle of a word. */
export const expressionOf = (face: Expression): number => ramp(...SHUT, eyeOpening(face.mesh)) * (1 - speaking(face));

/** Whether the photo may be used while there are better ones. @param widest the widest eye opening of the person's photos */
export const isPresentable = (face: Expression, widest: number): boolean =>
  eyeOpening(face.mesh) >= Math.min(OPEN_EYES, SHARE_OF_WIDEST * widest) && speaking(face) === 0;

/** Eye opening at which an eye is shut, and the other's beside which that is a wink. */
const [WINKING, BESIDE] = [0.12, 0.22];

/** Whether nobody would want a portrait of it: eyes shut, a wink, or a mouth in the middle of a word. */
export function isGrimace(face: Expression): boolean {
  const [one, other] = eyeOpenings(face.mesh);
  const isWink = Math.min(one, other) < WINKING && Math.max(one, other) > BESIDE;
  return isWink || expressionOf(face) < 0.5;
}

const speaking = (face: Expression): number =>
  face.happy >= SURELY_HAPPY ? 0 : ramp(...SPEAKING, mouthOpening(face.mesh));
