import { MARK_LENGTH, MARK_LETTERS } from './mark-letters.js';

/** Degrees; rises from left to right. */
const SLOPE = -34;
/** How much of the picture's width the word in the middle would take if it lay flat. */
const SHARE = 0.94;
/** Distance between the three lines, in units of the letters. */
const LINE = 150;
/** From the baseline to the middle of the small letters, in the same units. */
const MIDDLE = 22;

/**
 * The word «Vorschau» three times across a whole picture, to be laid over it: light letters with a dark rim are read on any scene, and no part
 * of the picture without them makes a portrait. An SVG without a font; sizes in pixels.
 */
export function previewMark(width: number, height: number): Buffer {
  const lines = [-1, 0, 1]
    .map((line) => `<use href="#word" x="${-MARK_LENGTH / 2}" y="${line * LINE + MIDDLE}"/>`)
    .join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><path id="word" d="${MARK_LETTERS}"/></defs>` +
      `<g transform="translate(${width / 2} ${height / 2}) rotate(${SLOPE}) scale(${(width * SHARE) / MARK_LENGTH})">` +
      `<g fill="none" stroke="#000" stroke-opacity=".2" stroke-width="5" stroke-linejoin="round">${lines}</g><g fill="#fff" fill-opacity=".6">${lines}</g></g></svg>`,
  );
}
