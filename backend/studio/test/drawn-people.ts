import sharp from 'sharp';
import type { Rgb } from '../core/raster/rgb.js';
import { createRandom, seedOf, type Random } from '../core/raster/random.js';
import { ANNA, definitions, type Drawing } from '../../test/support/drawn-faces.js';
import { PARTS, piecesOfPerson, type Look, type Part, type Person } from './drawn-looks.js';
import { drawRoom, type Room } from './drawn-rooms.js';

const [WIDTH, HEIGHT] = [768, 960];

/** How people are drawn: every tone of skin from light to very dark, and hair from white to black, before the same rooms. */
const LIKENESS: Record<Look, { drawing: Partial<Drawing>; cloth?: string }> = {
  'loose curls': { drawing: { skin: '#f1d0b8', shade: '#cf9c7c', hair: '#7a4a24', jacket: '#2b2e35' } },
  'tall curls': { drawing: { skin: '#5a3422', shade: '#3a1e12', hair: '#1d1613', jacket: '#8a5a2e', iris: '#1c100a' } },
  bun: { drawing: { skin: '#e2b190', shade: '#b97f5f', hair: '#2a1c14', jacket: '#5a6672' } },
  braids: { drawing: { skin: '#f1d0b8', shade: '#cf9c7c', hair: '#b98d50', jacket: '#27364d' } },
  headscarf: { drawing: { skin: '#a56b45', shade: '#774427', jacket: '#3a3a44', iris: '#2c1b10' }, cloth: '#d9c4c0' },
  'hat with a brim': {
    drawing: { skin: '#e2b190', shade: '#b97f5f', hair: '#4a2f1f', jacket: '#4b4f58' },
    cloth: '#8a6a48',
  },
  'fingers at the cheek': {
    drawing: { skin: '#7a4a30', shade: '#4f2c1a', hair: '#171310', jacket: '#6a2f35', iris: '#1c100a' },
  },
  scarf: { drawing: { skin: '#c98d63', shade: '#9c6240', hair: '#8d8d8d', jacket: '#1e1f24' }, cloth: '#b04a3a' },
};

/** A photo of a drawn person, and what is true of each of its pixels. */
export interface KnownPhoto {
  jpeg: Buffer;
  width: number;
  height: number;
  /** Share of each pixel that is the person (0..1), and shares that are each part; those of the parts add up to it. */
  alpha: Float32Array;
  parts: Record<Part, Float32Array>;
  /** The person's own colour without the room's, where there is any of the person. */
  own: Rgb;
}

/** Somebody with this look as drawn in all rooms. */
function personWith(look: Look): Person {
  const { drawing, cloth = '#888888' } = LIKENESS[look];
  return {
    look,
    cloth,
    drawing: { ...ANNA, width: WIDTH, height: HEIGHT, size: 0.25, y: 0.42, smile: 0.4, ...drawing },
  };
}

/**
 * Draws somebody in a room as a camera sees them: soft edges, an unsharp room, grain, JPEG. The truth has the same softness.
 */
export async function photographed({ look, room }: { look: Look; room: Room }): Promise<KnownPhoto> {
  const person = await drawnAlone(look);
  const { svg, blur } = drawRoom(room, WIDTH, HEIGHT);
  const back = await sharp(Buffer.from(svg))
    .removeAlpha()
    .blur((blur * HEIGHT) / 900)
    .raw()
    .toBuffer();
  const random = createRandom(seedOf(look, room));
  const data = Buffer.alloc(back.length);
  for (let i = 0; i < person.alpha.length; i++) {
    const grain = bell(random) * 4;
    for (let c = 0; c < 3; c++) {
      const colour = person.colours[i * 3 + c]! + (1 - person.alpha[i]!) * back[i * 3 + c]!;
      data[i * 3 + c] = Math.max(0, Math.min(255, Math.round(colour + grain + bell(random) * 1.5)));
    }
  }
  const jpeg = await sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
  return { jpeg, width: WIDTH, height: HEIGHT, alpha: person.alpha, parts: person.parts, own: ownColours(person) };
}

/** Roughly normal, deviation about .6. */
const bell = (random: Random): number => random() + random() + random() - 1.5;

/** The person alone: colours multiplied by alpha, 0..255. */
interface Alone {
  colours: Float32Array;
  alpha: Float32Array;
  parts: Record<Part, Float32Array>;
}

const alone = new Map<Look, Promise<Alone>>();

/** Each look is drawn once in a process, for all rooms. */
function drawnAlone(look: Look): Promise<Alone> {
  const drawn = alone.get(look) ?? draw(personWith(look));
  alone.set(look, drawn);
  return drawn;
}

async function draw(person: Person): Promise<Alone> {
  const n = WIDTH * HEIGHT;
  const colours = new Float32Array(n * 3);
  const parts = Object.fromEntries(PARTS.map((part) => [part, new Float32Array(n)])) as Record<Part, Float32Array>;
  for (const { part, svg } of piecesOfPerson(person)) {
    const piece = await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${definitions(person.drawing)}${svg}</svg>`,
      ),
    )
      .ensureAlpha()
      .raw()
      .toBuffer();
    for (let i = 0; i < n; i++) {
      const a = piece[i * 4 + 3]! / 255;
      if (a === 0) continue;
      for (let c = 0; c < 3; c++) colours[i * 3 + c] = colours[i * 3 + c]! * (1 - a) + piece[i * 4 + c]! * a;
      for (const plane of Object.values(parts)) plane[i]! *= 1 - a;
      parts[part][i]! += a;
    }
  }
  shadeFromOneSide(colours);
  soften(colours, 3);
  for (const plane of Object.values(parts)) soften(plane, 1);
  const alpha = new Float32Array(n);
  for (const plane of Object.values(parts)) for (let i = 0; i < n; i++) alpha[i]! += plane[i]!;
  return { colours, alpha, parts };
}

/** The light comes from the left. */
function shadeFromOneSide(colours: Float32Array): void {
  for (let i = 0; i < colours.length; i++) {
    const across = (Math.floor(i / 3) % WIDTH) / WIDTH - 0.5;
    colours[i] = Math.min(255, colours[i]! * (1 - 0.28 * across));
  }
}

/** A lens's softness: about half a pixel. */
function soften(plane: Float32Array, channels: number): void {
  for (const step of [channels, channels * WIDTH]) {
    const before = plane.slice();
    for (let i = step; i < plane.length - step; i++)
      plane[i] = 0.22 * before[i - step]! + 0.56 * before[i]! + 0.22 * before[i + step]!;
  }
}

function ownColours({ colours, alpha }: Alone): Rgb {
  const data = new Uint8Array(colours.length);
  for (let i = 0; i < data.length; i++) data[i] = Math.round(colours[i]! / Math.max(0.02, alpha[Math.floor(i / 3)]!));
  return { data, width: WIDTH, height: HEIGHT };
}
