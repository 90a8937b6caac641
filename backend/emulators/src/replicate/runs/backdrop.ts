import type { BackdropKind, Look } from './look.js';

/** Draws in a picture that is 100 wide and `height` high. */
type Draw = (height: number, colours: readonly [string, string], next: () => number) => string;

/** The ground of a look as an SVG: flat shapes, as in an illustration. The same numbers from `next` give the same one. */
export function drawBackdrop({ backdrop }: Look, width: number, height: number, next: () => number): Buffer {
  const tall = (100 * height) / width;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 ${tall.toFixed(2)}" preserveAspectRatio="none">${DRAWINGS[backdrop.kind](tall, backdrop.colours, next)}</svg>`,
  );
}

const rect = (x: number, y: number, w: number, h: number, fill: string) =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}" fill="${fill}"/>`;
const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => one(index)).join('');

const plain: Draw = (height, [light, dark]) =>
  `<defs><radialGradient id="ground" cx="0.5" cy="0.4" r="0.75"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient></defs>${rect(0, 0, 100, height, 'url(#ground)')}`;

const canvas: Draw = (height, colours, next) =>
  plain(height, colours, next) +
  many(
    26,
    (at) =>
      `<ellipse cx="${(next() * 100).toFixed(1)}" cy="${(next() * height).toFixed(1)}" rx="${(9 + next() * 16).toFixed(1)}" ry="${(5 + next() * 9).toFixed(1)}" fill="${colours[at % 2]}" fill-opacity="0.16"/>`,
  );

const twoTone: Draw = (height, [first, second], next) => {
  const edge = 34 + next() * 30;
  return (
    rect(0, 0, 100, height, first) +
    `<path d="M${edge.toFixed(1)},0 H100 V${height} H${(edge - 26).toFixed(1)} Z" fill="${second}"/>`
  );
};

/** A place out of focus: its colours from above to below, and spots of its light. */
const spots: Draw = (height, [above, below], next) =>
  `<defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient></defs>${rect(0, 0, 100, height, 'url(#ground)')}` +
  many(
    30,
    (at) =>
      `<circle cx="${(next() * 100).toFixed(1)}" cy="${(next() * height).toFixed(1)}" r="${(2 + next() * 7).toFixed(1)}" fill="${at % 2 ? above : '#fff2d8'}" fill-opacity="0.3"/>`,
  );

const DRAWINGS: Readonly<Record<BackdropKind, Draw>> = { plain, canvas, 'two-tone': twoTone, spots };
