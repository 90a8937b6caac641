/** What a photo is measured against. Lengths in pixels, angles in radians, grey values 0..255, shares 0..1. */
export interface Bounds {
  /** Least score of a face. */
  faceScore: number;
  /** Least scores of a second face and of its box, its least share of the first one's area, and of its oval in the picture. */
  secondScore: number;
  secondBox: number;
  secondArea: number;
  secondInside: number;
  /** Least share of the oval in the picture. */
  inside: number;
  /** Least height of the face, forehead to chin. */
  height: number;
  roll: number;
  /** Roll from which a photo lies on its side. */
  lying: number;
  yaw: number;
  /** Least distance of the nose from the outline of the face, as a share of its height. */
  noseInside: number;
  /** Share of bare skin below the eyes under which something covers it or a deep shadow lies there; and without colours, under which it must be a cover. */
  covered: number;
  coveredGrey: number;
  /** Redness under which it is no shadow. */
  paler: number;
  /** Stops of light under which nothing but a lens leaves the skin: even beside the hardest sun the sky lights a shadow by more. */
  darkestShadow: number;
  /** Mean grey of the face at least and at most, and most of it that is burnt to white. */
  dark: number;
  bright: number;
  clipped: number;
  /** Least sharpness, in both views of it. */
  reblur: number;
  laplacian: number;
}

/** Those of the photo check. The camera's guide (`advise-frame.ts` in `pwa`) takes pictures within its own limits, which have to stay within these. */
export const BOUNDS: Readonly<Bounds> = {
  faceScore: 0.5,
  secondScore: 0.9,
  secondBox: 0.45,
  secondArea: 0.12,
  secondInside: 0.8,
  inside: 0.97,
  height: 110,
  roll: 0.6,
  lying: Math.PI / 4,
  yaw: 0.75,
  noseInside: 0,
  covered: 0.3,
  coveredGrey: 0.15,
  paler: -0.12,
  darkestShadow: -2.6,
  dark: 48,
  bright: 225,
  clipped: 0.25,
  reblur: 0.26,
  laplacian: 18,
};

/** Smallest usable face (forehead to chin) in pixels. */
export const MIN_FACE_HEIGHT = BOUNDS.height;
