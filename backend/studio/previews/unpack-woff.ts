import { inflateSync } from 'node:zlib';

const SIGNATURE = 0x774f4646;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/** The file is no WOFF font. */
export class NotWoff extends Error {
  constructor() {
    super('not a WOFF font');
    this.name = 'NotWoff';
  }
}

/** Turns a WOFF font into the plain font file inside it: the same tables, each deflated on its own. @throws NotWoff */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.length < WOFF_HEADER || woff.readUInt32BE(0) !== SIGNATURE) throw new NotWoff();
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  const parts = [directory];
  let end = directory.length;
  writeHeader(directory, woff.readUInt32BE(4), count);
  for (let t = 0; t < count; t++) {
    const from = WOFF_HEADER + t * WOFF_ENTRY;
    const at = (field: number): number => woff.readUInt32BE(from + field);
    const [offset, packed, length] = [at(4), at(8), at(12)];
    const bytes = woff.subarray(offset, offset + packed);
    const entry = SFNT_HEADER + t * SFNT_ENTRY;
    woff.copy(directory, entry, from, from + 4);
    woff.copy(directory, entry + 4, from + 16, from + 20);
    directory.writeUInt32BE(end, entry + 8);
    directory.writeUInt32BE(length, entry + 12);
    // A table that would not shrink is stored as it is; each begins at a multiple of four.
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(bytes) : bytes).copy(table);
    parts.push(table);
    end += table.length;
  }
  return Buffer.concat(parts);
}

function writeHeader(directory: Buffer, flavour: number, count: number): void {
  const selector = Math.floor(Math.log2(count));
  const searched = 16 * 2 ** selector;
  directory.writeUInt32BE(flavour, 0);
  [count, searched, selector, count * 16 - searched].forEach((value, i) => directory.writeUInt16BE(value, 4 + i * 2));
}
