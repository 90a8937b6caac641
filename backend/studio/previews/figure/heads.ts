import { bearded } from './beard.js';
import { clothedBody, neck, withCollarBones } from './body.js';
import { coat, roundNeckTop, shirt } from './clothes.js';
import { ear } from './ear.js';
import { face } from './face.js';
import { longHair } from './long-hair.js';
import { scarf } from './scarf.js';
import { shortHair } from './short-hair.js';
import { BEARDED, LONG_HAIRED, SCARVED, type Sitter } from './sitter.js';
import { softUnion } from './solids.js';

/** The three house figures, after nobody: sculpted heads with eyes at rest, and a collar. */
export const HEADS = ['bearded', 'long-haired', 'scarved'] as const;
export type Head = (typeof HEADS)[number];

/**
 * Signed distance in head heights, negative inside; short enough to march with a step factor of .75. Origin in the middle of the head on the
 * line of the eyes, x to the right of the picture, y up, z towards the viewer.
 */
export type Distance = (x: number, y: number, z: number) => number;

/** Distance from places in the head's own turn (hx, hy, hz) and in the torso's (x, y, z). */
type Parts = (hx: number, hy: number, hz: number, x: number, y: number, z: number) => number;

/** The axis around which head and torso turn runs through the neck; the head bows and tilts around its upper end. */
const AXIS_Y = -0.35;
const AXIS_Z = -0.12;
/** How far the torso is lifted towards the head: a neck in full length looks stretched. */
const LIFT = 0.055;
/** Below this height in the torso there is only the torso; above `NECK_TOP` there is none of it. */
const CHEST = -1.35;
const NECK_TOP = -0.38;

function posed({ torsoTurn, headTurn, bow, tilt }: Sitter, parts: Parts): Distance {
  const torso = turnOf(torsoTurn);
  const head = turnOf(headTurn);
  const down = turnOf(bow);
  const aside = turnOf(tilt);
  return (x, y, z) => {
    const back = z - AXIS_Z;
    const up = y - AXIS_Y;
    const hx = x * head.cos - back * head.sin;
    const hz = x * head.sin + back * head.cos;
    const bowedY = up * down.cos + hz * down.sin;
    return parts(
      hx * aside.cos + bowedY * aside.sin,
      -hx * aside.sin + bowedY * aside.cos + AXIS_Y,
      -up * down.sin + hz * down.cos + AXIS_Z,
      x * torso.cos - back * torso.sin,
      y - LIFT,
      x * torso.sin + back * torso.cos + AXIS_Z,
    );
  };
}

const turnOf = (angle: number) => ({ sin: Math.sin(angle), cos: Math.cos(angle) });

const beardedParts: Parts = (hx, hy, hz, x, y, z) => {
  const dressed = y > NECK_TOP ? y - NECK_TOP + 0.2 : coat(x, y, z, clothedBody(x, y, z, BEARDED), BEARDED.shoulders);
  if (y < CHEST) return dressed;
  let d = face(hx, hy, hz, BEARDED);
  if (d < 0.12) d = bearded(d, hx, hy, hz);
  d = softUnion(d, neck(hx, hy, hz, x, y, z, BEARDED.neck), 0.09);
  d = softUnion(d, ear(Math.abs(hx), hy, hz), 0.02);
  d = softUnion(d, shortHair(hx, hy, hz), 0.012);
  return softUnion(d, dressed, 0.01);
};

const longHairedParts: Parts = (hx, hy, hz, x, y, z) => {
  const body = y > NECK_TOP ? y - NECK_TOP + 0.2 : clothedBody(x, y, z, LONG_HAIRED) + 0.015;
  const skin =
    y > CHEST
      ? softUnion(
          withCollarBones(body + 0.012, x, y, z, LONG_HAIRED),
          neck(hx, hy, hz, x, y, z, LONG_HAIRED.neck),
          0.07,
        )
      : body;
  const dressed = roundNeckTop(x, y, z, body, skin);
  if (y < CHEST) return dressed;
  return softUnion(softUnion(face(hx, hy, hz, LONG_HAIRED), dressed, 0.09), longHair(hx, hy, hz), 0.01);
};

const scarvedParts: Parts = (hx, hy, hz, x, y, z) => {
  const dressed = y > NECK_TOP ? y - NECK_TOP + 0.2 : shirt(x, y, z, clothedBody(x, y, z, SCARVED));
  if (y < CHEST) return dressed;
  let d = softUnion(face(hx, hy, hz, SCARVED), neck(hx, hy, hz, x, y, z, SCARVED.neck), 0.09);
  d = softUnion(d, ear(Math.abs(hx), hy, hz), 0.02);
  d = softUnion(d, dressed, 0.012);
  return softUnion(d, scarf(hx, hy, hz), 0.008);
};

export const DISTANCE: Readonly<Record<Head, Distance>> = {
  bearded: posed(BEARDED, beardedParts),
  'long-haired': posed(LONG_HAIRED, longHairedParts),
  scarved: posed(SCARVED, scarvedParts),
};
