import sharp from 'sharp';
import { between, createRandom, pick, seedOf, type Random } from '../core/raster/random.js';
import { ANNA, definitions, piecesOf, placeOf, turnOf, type Drawing } from '../../test/support/drawn-faces.js';
import { LOOKS, piecesOfPerson } from './drawn-looks.js';
import { drawRoom, ROOMS } from './drawn-rooms.js';
import { altered, type Change, type Variation } from './altered-photos.js';

/** What is varied in a drawing: each crosses a bound of the photo check, on both sides about as often. */
const KINDS = [
  'plain',
  'small',
  'tilted',
  'turned',
  'cut',
  'dark',
  'bright',
  'blurred',
  'two',
  'beside',
  'faint',
  'lenses',
  'shadow',
  'grain',
  'empty',
] as const;
type Kind = (typeof KINDS)[number];

const SKINS = [
  ['#f1d0b8', '#cf9c7c'],
  ['#e2b190', '#b97f5f'],
  ['#c98d63', '#9c6240'],
  ['#a56b45', '#774427'],
  ['#7a4a30', '#4f2c1a'],
  ['#5a3422', '#3a1e12'],
] as const;
const HAIR = ['#15110f', '#4a2f1f', '#c9a468', '#8d8d8d', '#6b2fae', '#b3322f'] as const;
const CLOTH = ['#27364d', '#8a8174', '#eef0f2', '#1e1f24', '#6a2f35', '#2f4a3d'] as const;

/** Drawn photos of all kinds in turn; the same seed gives the same. */
export const drawnVariations = (count: number, seed: string): Variation[] =>
  Array.from({ length: count }, (_, i) => {
    const kind = KINDS[i % KINDS.length]!;
    return { name: `${kind} ${i}`, photo: () => photoOf(kind, createRandom(seedOf(seed, i))) };
  });

/** Enlargements after drawing: faces are looked for in a smaller copy, and the largest do not stay as large. */
const SCALES = [1, 1, 1.7, 2.6, 3.6] as const;

async function photoOf(kind: Kind, random: Random): Promise<Buffer> {
  const scale = pick(random, SCALES);
  const drawing = someone(random, kind, scale);
  const { width, height } = drawing;
  const { svg, blur } = drawRoom(pick(random, ROOMS), width, height);
  const room = sharp(Buffer.from(svg)).blur(Math.max(0.3, (blur * height) / 900));
  const people = kind === 'empty' ? [] : [...besides(kind, drawing, random), drawnAs(kind, drawing, random)];
  const pieces = people.map((person) => ({ input: Buffer.from(svgOf(drawing, person)) }));
  const photo = await room.composite(pieces).removeAlpha().png({ compressionLevel: 0 }).toBuffer();
  return altered(photo, { scale, ...changeOf(kind, drawing, scale, random) }, random);
}

/** Somebody: any skin, hair and clothes, large or small in the picture. */
function someone(random: Random, kind: Kind, scale: number): Drawing {
  const [skin, shade] = pick(random, SKINS);
  const [width, height] = pick(random, [
    [640, 800],
    [800, 640],
    [720, 720],
  ] as const);
  const isHalfOut = kind === 'cut' && random() < 0.5;
  return {
    ...ANNA,
    width,
    height,
    skin,
    shade,
    hair: pick(random, HAIR),
    jacket: pick(random, CLOTH),
    size: kind === 'small' ? between(random, 0.12, 0.2) / scale : between(random, 0.24, 0.42),
    x: isHalfOut ? between(random, 0.06, 0.14) : between(random, 0.42, 0.58),
    y: between(random, 0.36, 0.48),
    tilt: between(random, -6, 6),
    smile: random(),
    long: between(random, 0.95, 1.12),
    mane: between(random, 1.02, 1.17),
    frames: kind === 'lenses' || random() < 0.2 ? pick(random, ['#111111', '#5b1a1a', '#b08d57']) : '',
    lenses: kind === 'lenses' ? pick(random, ['#0c0a09', '#2a2320', '#4a3a30', '#6b5848', '#39506b']) : '',
    beard: random() < 0.2 ? pick(random, HAIR) : '',
    browShadow: kind === 'shadow' ? between(random, 1, 3.4) : 0,
  };
}

/** Everything that is drawn of somebody. */
function drawnAs(kind: Kind, drawing: Drawing, random: Random): string {
  if (kind !== 'turned' && random() < 0.5)
    return piecesOfPerson({ look: pick(random, LOOKS), drawing, cloth: pick(random, CLOTH) })
      .map(({ svg }) => svg)
      .join('');
  const { clothes, neck, mane, face, fringe, features } = piecesOf(drawing);
  const aside = kind === 'turned' ? between(random, 15, 62) * (random() < 0.5 ? 1 : -1) : 0;
  const narrow = Math.sqrt(1 - (aside / 90) ** 2);
  const turned = `<g transform="translate(${aside} 0) scale(${narrow} 1)">${features}</g>`;
  return `<g transform="${placeOf(drawing)}">${clothes}${neck}<g transform="${turnOf(drawing)}">${mane}${face}${fringe}${turned}</g></g>`;
}

/** A second person: as large, or so small or so far out of the picture that they hardly count. */
function besides(kind: Kind, first: Drawing, random: Random): string[] {
  if (kind !== 'two' && kind !== 'beside') return [];
  const isEqual = kind === 'two' && random() < 0.3;
  const second: Drawing = {
    ...someone(random, kind, 1),
    width: first.width,
    height: first.height,
    size: first.size * (isEqual ? 0.95 : between(random, 0.25, 0.6)),
    x: kind === 'beside' ? between(random, -0.02, 0.1) : between(random, 0.12, 0.25),
  };
  first.x = between(random, 0.6, 0.7);
  return [svgless(second)];
}

const svgless = (drawing: Drawing): string => drawnAs('two', drawing, () => 0.9);

const svgOf = (drawing: Drawing, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${drawing.width}" height="${drawing.height}">${definitions(drawing)}${content}</svg>`;

/** What the camera does to it. */
function changeOf(kind: Kind, drawing: Drawing, scale: number, random: Random): Change {
  const faceHeight = drawing.size * drawing.height * scale;
  const skin = [1, 3, 5].map((at) => parseInt(drawing.skin.slice(at, at + 2), 16));
  const luma = 0.299 * skin[0]! + 0.587 * skin[1]! + 0.114 * skin[2]!;
  switch (kind) {
    case 'dark':
      return { gain: between(random, 34, 62) / luma };
    case 'bright':
      return { gain: between(random, 195, 300) / luma };
    case 'blurred':
      return { blur: (faceHeight / 192) * between(random, 0.6, 3.2) };
    case 'faint':
      return { blur: (faceHeight / 192) * between(random, 8, 26), grain: between(random, 0, 12) };
    case 'grain':
      return { grain: between(random, 4, 40), blur: random() < 0.5 ? (faceHeight / 192) * between(random, 1, 3) : 0 };
    case 'tilted':
      return { turn: between(random, 24, 62) * (random() < 0.5 ? 1 : -1) };
    case 'cut':
      return { cut: cutAt(drawing, random) };
    default:
      return random() < 0.2 ? { isGrey: true } : {};
  }
}

/** A rectangle that ends near the face's outline on one side. */
function cutAt({ x, y, size, width, height }: Drawing, random: Random): Change['cut'] {
  const face = size * height;
  const off = between(random, -0.12, 0.06) * face;
  const [middle, eyes] = [x * width, y * height];
  switch (pick(random, ['left', 'right', 'top', 'bottom'])) {
    case 'left':
      return { left: Math.max(0, middle - 0.38 * face - off), top: 0, right: width, bottom: height };
    case 'right':
      return { left: 0, top: 0, right: Math.min(width, middle + 0.38 * face + off), bottom: height };
    case 'top':
      return { left: 0, top: Math.max(0, eyes - 0.48 * face - off), right: width, bottom: height };
    default:
      return { left: 0, top: 0, right: width, bottom: Math.min(height, eyes + 0.53 * face + off) };
  }
}
