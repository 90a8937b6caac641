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

const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}" fill="${fill}" ${more}/>`;
const disc = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${fill}" fill-opacity="${opacity.toFixed(2)}"/>`;
const falling = (from: string, to: string, height: number) =>
  `<defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>${rect(0, 0, 100, height, 'url(#ground)')}`;
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

/** Houses side by side up to uneven heights, with rows of windows. */
const houses = (
  height: number,
  [wall, pane]: readonly [string, string],
  { from, to, next }: { from: number; to: number; next: () => number },
) => {
  let drawn = '';
  for (let x = -2; x < 100;) {
    const wide = 9 + next() * 8;
    const top = height * (from + (to - from) * next());
    drawn += rect(x, top, wide, height - top, wall);
    for (let y = top + 3; y < height - 2; y += 4.4)
      for (let column = x + 1.6; column < x + wide - 2; column += 3.1)
        if (next() < 0.75) drawn += rect(column, y, 1.5, 2.4, pane);
    x += wide + 0.6;
  }
  return drawn;
};

const city: Draw = (height, [sky, house], next) =>
  falling('#bcd9ee', sky, height) +
  houses(height, ['#b7c8d4', '#d5e3ec'], { from: 0.1, to: 0.4, next }) +
  houses(height, [house, '#bdd0dd'], { from: 0.3, to: 0.62, next });

const evening: Draw = (height, [night, dusk], next) =>
  falling(night, dusk, height) +
  houses(height, ['#1b2742', '#e9bd6c'], { from: 0.14, to: 0.5, next }) +
  many(18, () =>
    disc(
      next() * 100,
      height * (0.3 + 0.65 * next()),
      1.8 + next() * 3.6,
      next() < 0.7 ? '#ffc873' : '#9fc4ff',
      0.35 + 0.3 * next(),
    ),
  );

const lake: Draw = (height, [sky, low], next) => {
  const shore = height * 0.46;
  const sun = next() < 0.5 ? 16 : 84;
  return (
    falling(sky, low, height) +
    disc(sun, height * 0.2, 9, '#fff3d0', 0.95) +
    disc(sun, height * 0.2, 14, '#fff3d0', 0.3) +
    `<path d="M0,${shore} L14,${shore - 20} L30,${shore - 8} L48,${shore - 24} L70,${shore - 7} L88,${shore - 19} L100,${shore - 9} V${shore} Z" fill="#8d6a66"/>` +
    rect(0, shore, 100, height - shore, '#c98a5a') +
    many(44, () =>
      rect(
        next() * 96,
        shore + 2 + next() * (height - shore - 4),
        4 + next() * 9,
        0.7,
        '#ffe2ae',
        'fill-opacity="0.7"',
      ),
    )
  );
};

const park: Draw = (height, [sky, leaf], next) => {
  const meadow = height * 0.66;
  const crown = (x: number) =>
    rect(x - 1.2, meadow - 30, 2.4, 32, '#7a5f45') +
    many(7, () =>
      disc(x + (next() - 0.5) * 20, meadow - 38 - next() * 30, 8 + next() * 5, next() < 0.5 ? leaf : '#87ad6c', 0.92),
    );
  return (
    falling('#eaf4e2', sky, height) +
    disc(next() * 100, height * 0.08, 7, '#fff6cf', 0.9) +
    rect(0, meadow, 100, height - meadow, '#9cbf7a') +
    [7, 31, 68, 94].map(crown).join('')
  );
};

const SPINES = ['#7c3b2e', '#2f4a56', '#8a6a3b', '#43543a', '#5b3350', '#a58556'];
const books: Draw = (height, [oak, board], next) => {
  let drawn = rect(0, 0, 100, height, oak);
  for (let y = 1; y < height; y += 20) {
    for (let x = 0.5; x < 99;) {
      const wide = 2 + next() * 2.2;
      const tall = 12.5 + next() * 4.5;
      drawn += rect(x, y + 17.5 - tall, wide, tall, SPINES[Math.floor(next() * SPINES.length)]!);
      x += wide + 0.35;
    }
    drawn += rect(0, y + 17.5, 100, 1.8, board);
  }
  return drawn + disc(10, height * 0.1, 20, '#ffd48a', 0.22) + disc(92, height * 0.16, 22, '#ffd48a', 0.2);
};

const office: Draw = (height, [wall, frame], next) =>
  rect(0, 0, 100, height, wall) +
  many(
    4,
    (at) =>
      rect(at * 25 + 1.2, 4, 22.6, height * 0.62, at % 2 ? '#cfe4ef' : '#d9ebf4') +
      rect(at * 25 + 12, 4, 1, height * 0.62, frame),
  ) +
  rect(0, height * 0.3, 100, 1, frame) +
  rect(0, height * 0.7, 100, height * 0.3, '#cdb798') +
  many(12, (at) =>
    rect(
      74 + (at % 6) * 4,
      height * (at < 6 ? 0.5 : 0.6),
      3,
      6 + next() * 4,
      ['#7e93a0', '#c0764f', '#e2d7c3'][at % 3]!,
    ),
  );

const hall: Draw = (height, [sky, wood], next) =>
  falling('#b9d9ec', sky, height) +
  disc(12 + next() * 20, height * 0.12, 10, '#ffffff', 0.7) +
  disc(28 + next() * 10, height * 0.13, 7, '#ffffff', 0.7) +
  disc(78, height * 0.2, 9, '#ffffff', 0.6) +
  many(8, (at) => rect(at * 14 - 1, 0, 1.6, height * 0.8, '#8fa5b1')) +
  rect(0, height * 0.26, 100, 1.2, '#8fa5b1') +
  rect(0, height * 0.54, 100, 1.2, '#8fa5b1') +
  rect(0, height * 0.8, 100, height * 0.2, wood) +
  many(10, (at) => rect(at * 10, height * 0.8, 0.4, height * 0.2, '#a98759'));

const wallWithWindow: Draw = (height, [wall, glass], next) => {
  const left = next() < 0.5;
  const x = left ? 2 : 76;
  const beam = left
    ? `M24,${height * 0.08} L100,${height * 0.34} V${height * 0.86} L24,${height * 0.6} Z`
    : `M76,${height * 0.08} L0,${height * 0.34} V${height * 0.86} L76,${height * 0.6} Z`;
  return (
    rect(0, 0, 100, height, wall) +
    `<path d="${beam}" fill="#ffffff" fill-opacity="0.75"/>` +
    rect(x, height * 0.04, 22, height * 0.66, '#ffffff') +
    rect(x + 1.4, height * 0.055, 9, height * 0.63, glass) +
    rect(x + 11.6, height * 0.055, 9, height * 0.63, glass) +
    rect(x, height * 0.34, 22, 1.4, '#ffffff') +
    rect(x - 1, height * 0.7, 24, 2, '#d9d4c9')
  );
};

const DRAWINGS: Readonly<Record<BackdropKind, Draw>> = {
  plain,
  canvas,
  'two-tone': twoTone,
  city,
  evening,
  lake,
  park,
  books,
  office,
  hall,
  window: wallWithWindow,
};
