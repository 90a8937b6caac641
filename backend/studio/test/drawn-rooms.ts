import { between, createRandom, pick, seedOf, type Random } from '../core/raster/random.js';
import { drawingSvg } from '../../test/support/drawn-faces.js';

export const ROOMS = ['light wall', 'dark wall', 'bookshelf', 'foliage', 'window', 'passer-by'] as const;
export type Room = (typeof ROOMS)[number];

/** A room as SVG, and how far out of focus it is, in pixels of a picture 900 high. */
interface DrawnRoom {
  svg: string;
  blur: number;
}

/** Draws a room of this size in pixels; a room looks the same each time. */
export function drawRoom(room: Room, width: number, height: number): DrawnRoom {
  const random = createRandom(seedOf(room));
  const inner = {
    'light wall': () => wall('#dddcd8', '#b9b8b4', width, height),
    'dark wall': () => wall('#3d4148', '#1b1d21', width, height),
    bookshelf: () => bookshelf(random, width, height),
    foliage: () => foliage(random, width, height),
    window: () => windowWall(width, height),
    'passer-by': () => wall('#8d949b', '#6f757c', width, height) + passerBy(width, height),
  }[room]();
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`,
    blur: { 'light wall': 3, 'dark wall': 3, bookshelf: 2.5, foliage: 4, window: 3.5, 'passer-by': 2.5 }[room],
  };
}

/** A wall that the light leaves to one side, with the edge of a door. */
const wall = (light: string, dark: string, width: number, height: number): string =>
  `<defs><linearGradient id="wall" x1="0" y1="0" x2="1" y2=".5"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
  <rect width="${width}" height="${height}" fill="url(#wall)"/><rect x="${width * 0.93}" width="${width * 0.012}" height="${height}" fill="#000" opacity=".18"/>`;

/** Shelves of books in many colours, some leaning. */
function bookshelf(random: Random, width: number, height: number): string {
  const colours = ['#7b2d26', '#22405c', '#d9c7a3', '#3f5a3c', '#1d1c1b', '#b58a3f', '#8f8578', '#efe9dc', '#5b3a5e'];
  const shelf = height / 5;
  const books: string[] = [];
  for (let row = 0; row < 5; row++) {
    const floor = (row + 1) * shelf - 8;
    for (let x = 0; x < width;) {
      const [thick, tall] = [between(random, 10, 30), shelf * between(random, 0.6, 0.86)];
      const colour = pick(random, colours);
      books.push(
        `<g transform="rotate(${random() < 0.12 ? 6 : 0} ${x} ${floor})"><rect x="${x}" y="${floor - tall}" width="${thick}" height="${tall}" fill="${colour}"/><rect x="${x}" y="${floor - tall * 0.8}" width="${thick}" height="${tall * 0.1}" fill="#fff" opacity=".25"/><rect x="${x + thick * 0.8}" y="${floor - tall}" width="${thick * 0.2}" height="${tall}" fill="#000" opacity=".3"/></g>`,
      );
      x += thick + between(random, 0, 3);
    }
    books.push(`<rect y="${floor}" width="${width}" height="14" fill="#6b4a2c"/>`);
  }
  return `<rect width="${width}" height="${height}" fill="#2b2019"/>${books.join('')}`;
}

/** Leaves in sun and shade, with the sky between. */
function foliage(random: Random, width: number, height: number): string {
  const greens = ['#23381a', '#36542a', '#4d7434', '#6f9a48', '#9cc06a', '#18280f'];
  const leaves = Array.from({ length: 900 }, () => {
    const [x, y] = [random() * width, random() * height];
    return `<ellipse transform="translate(${x} ${y}) rotate(${between(random, 0, 180)})" rx="${between(random, 8, 26)}" ry="${between(random, 4, 10)}" fill="${pick(random, greens)}" opacity=".85"/>`;
  });
  const sky = Array.from(
    { length: 40 },
    () =>
      `<circle cx="${random() * width}" cy="${random() * height * 0.6}" r="${between(random, 4, 14)}" fill="#eef4f2" opacity=".8"/>`,
  );
  return `<rect width="${width}" height="${height}" fill="#2f4a24"/>${leaves.join('')}${sky.join('')}`;
}

/** A bright window beside a wall in shade. */
function windowWall(width: number, height: number): string {
  const panes = [0.12, 0.42].flatMap((x) =>
    [0.04, 0.4].map(
      (y) =>
        `<rect x="${width * x}" y="${height * y}" width="${width * 0.27}" height="${height * 0.33}" fill="#f6fafc"/>`,
    ),
  );
  return `<rect width="${width}" height="${height}" fill="#77736c"/><rect x="${width * 0.09}" y="${height * 0.015}" width="${width * 0.63}" height="${height * 0.75}" fill="#d8d5cf"/>${panes.join('')}<rect y="${height * 0.78}" width="${width}" height="${height * 0.03}" fill="#a39c90"/><rect x="${width * 0.1}" y="${height * 0.55}" width="${width * 0.6}" height="${height * 0.18}" fill="#9fb9a3" opacity=".6"/>`;
}

/** Somebody else, smaller, whom the photo's edge cuts through the face. */
function passerBy(width: number, height: number): string {
  const person = { width, height, x: 0.99, y: 0.38, size: 0.17, skin: '#c98d63', shade: '#9c6240', hair: '#15110f' };
  const other = drawingSvg({ ...person, jacket: '#7a2f2a' }, false);
  return other.replace(/^<svg[^>]*>/, '<g>').replace(/<\/svg>$/, '</g>');
}
