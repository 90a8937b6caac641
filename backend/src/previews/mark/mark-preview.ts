import { PREVIEW_MARK } from '../../integrations/portrait-engine/index.js';

/**
 * The word «Vorschau» three times across a whole picture, to be laid over it: light letters with a dark rim are read on any scene, and no part
 * of the picture without them makes a portrait. An SVG without a font; sizes in pixels.
 */
export function previewMark(width: number, height: number): Buffer {
  const { letters, length, slope, share, line: distance, middle } = PREVIEW_MARK;
  const lines = [-1, 0, 1]
    .map((line) => `<use href="#word" x="${-length / 2}" y="${line * distance + middle}"/>`)
    .join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><path id="word" d="${letters}"/></defs>` +
      `<g transform="translate(${width / 2} ${height / 2}) rotate(${slope}) scale(${(width * share) / length})">` +
      `<g fill="none" stroke="#000" stroke-opacity=".2" stroke-width="5" stroke-linejoin="round">${lines}</g><g fill="#fff" fill-opacity=".6">${lines}</g></g></svg>`,
  );
}
