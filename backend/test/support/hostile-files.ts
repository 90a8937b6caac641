import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Files somebody would upload to hurt: small on disk, large or odd in what they claim. */

const MIB = 1024 * 1024;

/** The zlib stream of this many zero bytes, made without holding them: a thousandth of them in size. */
export function zlibOfZeros(length: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MIB), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.alloc(4);
  // Adler-32 of zeros: the first half stays 1, the second counts the bytes.
  end.writeUInt32BE((length % 65_521) * 65_536 + 1);
  return Buffer.concat([
    Buffer.of(0x78, 0xda),
    ...Array<Buffer>(Math.floor(length / MIB)).fill(block),
    deflateRawSync(Buffer.alloc(length % MIB)),
    end,
  ]);
}

export interface PngClaim {
  width: number;
  height: number;
  bitDepth: number;
  /** 0 grey, 6 RGB with alpha. */
  colourType: 0 | 6;
  interlaced?: boolean;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A PNG that claims this size and keeps its word: all its pixels are zero. */
export function blankPng(claim: PngClaim): Buffer {
  return Buffer.concat([
    SIGNATURE,
    headerOf(claim),
    pngChunk('IDAT', zlibOfZeros(pixelBytes(claim))),
    pngChunk('IEND'),
  ]);
}

/** A PNG that claims this size and has next to nothing. */
export function emptyPng(claim: PngClaim): Buffer {
  return Buffer.concat([SIGNATURE, headerOf(claim), pngChunk('IDAT', deflateSync(Buffer.alloc(64))), pngChunk('IEND')]);
}

/** A chunk put right after the header of a PNG. */
export function withPngChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const end = 8 + 25; // signature and IHDR
  return Buffer.concat([png.subarray(0, end), pngChunk(type, data), png.subarray(end)]);
}

function headerOf({ width, height, bitDepth, colourType, interlaced }: PngClaim): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colourType, 0, 0, interlaced ? 1 : 0], 8);
  return pngChunk('IHDR', header);
}

function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Where the seven passes of an interlaced PNG begin, and how far apart their pixels are. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Bytes of the pixels before compression: each row has one more, for its filter. */
function pixelBytes({ width, height, bitDepth, colourType, interlaced }: PngClaim): number {
  const rowBytes = (pixels: number) => 1 + Math.ceil((pixels * bitDepth * (colourType === 6 ? 4 : 1)) / 8);
  if (!interlaced) return height * rowBytes(width);
  return PASSES.reduce((sum, [x, y, dx, dy]) => {
    const [columns, rows] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)];
    return sum + (columns > 0 ? rows * rowBytes(columns) : 0);
  }, 0);
}

/** A JPEG whose header claims another size than it has. */
export function claimingJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const claiming = Buffer.from(jpeg);
  const at = jpegSegments(jpeg).find(({ marker }) => marker >= 0xc0 && marker <= 0xc2)!.at;
  claiming.writeUInt16BE(height, at + 5);
  claiming.writeUInt16BE(width, at + 7);
  return claiming;
}

/** Segments put right after the start of a JPEG. */
export function withSegments(jpeg: Buffer, segments: readonly { marker: number; data: Buffer }[]): Buffer {
  const written = segments.map(({ marker, data }) => {
    const head = Buffer.of(0xff, marker, 0, 0);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...written, jpeg.subarray(2)]);
}

/** The segments of a JPEG up to its first scan, by marker and place. */
export function jpegSegments(jpeg: Buffer): { marker: number; at: number; data: Buffer }[] {
  const found: { marker: number; at: number; data: Buffer }[] = [];
  for (let at = 2; jpeg[at] === 0xff && at + 4 <= jpeg.length;) {
    const [marker, length] = [jpeg[at + 1]!, jpeg.readUInt16BE(at + 2)];
    found.push({ marker, at, data: jpeg.subarray(at + 4, at + 2 + length) });
    if (marker === 0xda) break;
    at += 2 + length;
  }
  return found;
}

/** One more frame of a GIF: a single pixel at its corner. */
const TINY_FRAME = Buffer.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0x02, 0x02, 0x44, 0x01, 0x00);
const GIF_END = 0x3b;

/** An animated GIF whose first frame is this picture. */
export async function gifOf(picture: Buffer, frames: number): Promise<Buffer> {
  const gif = await sharp(picture).gif({ effort: 1 }).toBuffer();
  return Buffer.concat([
    gif.subarray(0, gif.lastIndexOf(GIF_END)),
    ...Array<Buffer>(frames - 1).fill(TINY_FRAME),
    Buffer.of(GIF_END),
  ]);
}

/** A ZIP with one stored file, as it would stand at the end of a polyglot. */
export function smallZip(name: string, content: string): Buffer {
  const [file, data] = [Buffer.from(name), Buffer.from(content)];
  const common = Buffer.alloc(26);
  common.writeUInt16LE(10, 0);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, file, data]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    Buffer.of(10, 0),
    common,
    Buffer.alloc(14),
    file,
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** The head of a HEIC file with one of its brands. */
export const heicOf = (brand: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}mif1`), Buffer.alloc(4000, 7)]);

/** A PDF with one page and a picture's name. */
export const smallPdf = (): Buffer =>
  Buffer.from(
    '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  );
