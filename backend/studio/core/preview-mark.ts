import { MARK_LENGTH, MARK_LETTERS } from './preview-mark-letters.js';

/** How «Vorschau» lies over a preview, wherever it is drawn: three times, one line below the other, turned round the middle of the picture. */
export const PREVIEW_MARK = {
  /** Outlines of the word as the path of an SVG; its baseline is at 0. */
  letters: MARK_LETTERS,
  /** Its length, in units of the letters. */
  length: MARK_LENGTH,
  /** Degrees; rises from left to right. */
  slope: -34,
  /** How much of the picture's width the word in the middle would take if it lay flat. */
  share: 0.94,
  /** Distance between the lines, in units of the letters. */
  line: 150,
  /** From the baseline to the middle of the small letters, in the same units. */
  middle: 22,
} as const;
