import { MOST_ENLARGEMENT } from '../core/rendering/portrait-size.js';
import { ROUNDING } from './compare-colours.js';

/** One kind of figure: how it is shown, and what it may be. */
export interface FigureKind {
  label: string;
  /** What the number says, for the page. */
  meaning: string;
  /** What it is multiplied by when it is shown, behind which unit, with how many digits after the point. */
  scale?: number;
  unit?: string;
  digits: number;
  least?: number;
  most?: number;
  /** Which end is the bad one; `far` where both are. */
  worse: 'high' | 'low' | 'far';
}

const share = (label: string, meaning: string, most?: number): FigureKind => ({
  label,
  meaning,
  scale: 100,
  unit: ' %',
  digits: 2,
  worse: 'high',
  ...(most === undefined ? {} : { most }),
});

/** What is measured of each portrait, its cutout included. Bounds are those of decision 20 and of the quality bars. */
export const PORTRAIT_FIGURES = {
  faces: { label: 'Faces', meaning: 'faces found in the portrait', digits: 0, least: 1, most: 1, worse: 'far' },
  likeness: {
    label: 'Likeness',
    meaning: 'highest cosine to the person’s photos',
    digits: 3,
    least: 0.85,
    worse: 'low',
  },
  eyes: {
    label: 'Height of the eyes',
    meaning: 'share of the height, from above; below 44.5 % only under tall hair',
    scale: 100,
    unit: ' %',
    digits: 1,
    least: 0.28,
    most: 0.57,
    worse: 'far',
  },
  tilt: {
    label: 'Tilt',
    meaning: 'of the line through the eyes, either way',
    scale: 180 / Math.PI,
    unit: '°',
    digits: 1,
    most: 0.09,
    worse: 'high',
  },
  enlargement: {
    label: 'Enlargement',
    meaning: 'portrait pixels per pixel of the photo',
    unit: '×',
    digits: 2,
    most: MOST_ENLARGEMENT,
    worse: 'high',
  },
  hairCut: {
    label: 'Hair cut',
    meaning: 'hair above the portrait that the photo has, in face heights',
    digits: 3,
    most: 0.02,
    worse: 'high',
  },
  colourShift: {
    label: 'Colour shift',
    meaning: 'Δab of the skin’s median, photo after white balance to cutout',
    digits: 2,
    most: 4,
    worse: 'high',
  },
  redder: { label: 'Towards red', meaning: 'a* of the skin, likewise', digits: 2, most: 0.5, worse: 'high' },
  yellower: { label: 'Towards yellow', meaning: 'b* of the skin, likewise', digits: 2, most: 0.5, worse: 'high' },
  lightness: {
    label: 'Lightness',
    meaning: 'L* of the skin against the person’s reference set',
    scale: 100,
    unit: ' %',
    digits: 1,
    least: -0.06,
    most: 0.06,
    worse: 'far',
  },
  becameSkin: share('Became skin', 'share of the cutout that took on the skin’s colour', 0.0001),
  elsewhere: {
    label: 'Painted elsewhere',
    meaning: 'largest change of a display value off the face, in 255ths',
    scale: 255,
    digits: 1,
    most: ROUNDING,
    worse: 'high',
  },
  onFace: {
    label: 'Changed on the face',
    meaning: 'largest change of a display value, in 255ths',
    scale: 255,
    digits: 1,
    most: 0.1,
    worse: 'high',
  },
  tint: {
    label: 'Tint on the face',
    meaning: 'largest change beyond brightness, in 255ths',
    scale: 255,
    digits: 1,
    most: 0.02,
    worse: 'high',
  },
  parts: { label: 'Parts apart', meaning: 'pieces that do not touch the person', digits: 0, worse: 'high' },
  largestPart: share('Largest part apart', 'share of the portrait', 0.003),
  holes: share('Clear within', 'share of the portrait enclosed by the person, also between arm and body'),
  missing: share('Missing', 'largest place cut away where the mask surely sees somebody, share of the portrait', 0.003),
  foreign: share('Foreign', 'largest place kept where the mask surely sees nobody, share of the portrait', 0.003),
  unsupported: share('Unsupported', 'share of the person where the mask sees nobody'),
  sharpness: { label: 'Sharpness', meaning: 'share of the face’s detail a blur takes', digits: 2, worse: 'low' },
  clipped: share('Clipped', 'burnt share of the face'),
  bytes: { label: 'Size', meaning: 'of the JPEG', scale: 1 / 1024, unit: ' KB', digits: 0, worse: 'high' },
  portraitMs: { label: 'Time', meaning: 'to render the portrait', unit: ' ms', digits: 0, worse: 'high' },
} as const satisfies Record<string, FigureKind>;

/** What is measured of each person. Times differ between machines and have no bounds here: `npm run bench` holds them. */
export const PERSON_FIGURES = {
  photos: { label: 'Photos', meaning: 'handed in', digits: 0, worse: 'low' },
  accepted: { label: 'Accepted', meaning: 'by the check', digits: 0, worse: 'low' },
  used: { label: 'Used', meaning: 'cut out for portraits', digits: 0, worse: 'low' },
  checkMs: { label: 'Check', meaning: 'of one photo', unit: ' ms', digits: 0, worse: 'high' },
  cutoutMs: { label: 'Training', meaning: 'for each cutout', unit: ' ms', digits: 0, worse: 'high' },
  peakBytes: {
    label: 'Memory',
    meaning: 'peak of the process that checked, trained and rendered',
    scale: 1 / 1024 / 1024,
    unit: ' MB',
    digits: 0,
    worse: 'high',
  },
} as const satisfies Record<string, FigureKind>;

/** Figures by the name of their kind; null where there is nothing to measure, as the likeness of no face. */
export type Figures = Record<string, number | null>;
export type PortraitFigures = Record<keyof typeof PORTRAIT_FIGURES, number | null>;
export type PersonFigures = Record<keyof typeof PERSON_FIGURES, number | null>;

/** The kinds of a set, with their names. */
export const kindsOf = (kinds: Record<string, FigureKind>): [name: string, kind: FigureKind][] => Object.entries(kinds);

/** Whether a figure lies beyond its bound. */
export const isBeyond = (value: number, { least = -Infinity, most = Infinity }: FigureKind): boolean =>
  !(value >= least && value <= most);

/** The portrait figures that break their bound. */
export const broken = (figures: Figures): string[] =>
  kindsOf(PORTRAIT_FIGURES).flatMap(([name, kind]) => {
    const value = figures[name];
    return typeof value === 'number' && isBeyond(value, kind) ? [name] : [];
  });

/** The worst of some values, as its kind understands it; null for none. */
export function worstOf(values: readonly number[], { worse, least = 0, most = 0 }: FigureKind): number | null {
  const badness = (value: number): number =>
    worse === 'high' ? value : worse === 'low' ? -value : Math.abs(value - (least + most) / 2);
  return values.reduce<number | null>((worst, v) => (worst === null || badness(v) > badness(worst) ? v : worst), null);
}

/** A figure as people read it. */
export function shown(value: number | null | undefined, { scale = 1, unit = '', digits }: FigureKind): string {
  return typeof value === 'number' ? `${signed(value * scale, digits, '')}${unit}` : '–';
}

/** A difference of figures as people read it, always with its sign. */
export function shownDifference(difference: number, { scale = 1, unit = '', digits }: FigureKind): string {
  const words = signed(difference * scale, digits, '+');
  return /[1-9]/.test(words) ? `${words}${unit}` : '±0';
}

/** A number with so many digits after the point; what rounds to 0 has no sign. */
function signed(value: number, digits: number, plus: string): string {
  const words = Math.abs(value).toFixed(digits);
  if (Number(words) === 0) return words;
  return `${value < 0 ? '−' : plus}${words}`;
}
