import { readFileSync } from 'node:fs';

/** A picture of a HEIF file, or one made of others. */
export interface HeifItem {
  id: number;
  type: string;
  data: Buffer;
  properties: Buffer[];
  refersTo?: { type: string; ids: number[] };
}

const u16 = (value: number): Buffer => Buffer.of(value >> 8, value & 255);
const u32 = (value: number): Buffer => Buffer.of(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255);
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};
const fullBox = (type: string, version: number, flags: number, ...parts: Buffer[]): Buffer =>
  box(type, u32((version << 24) | flags), ...parts);
const typeOf = (whole: Buffer): string => whole.toString('latin1', 4, 8);

/** Properties of items. */
export const sizeProperty = (width: number, height: number): Buffer => fullBox('ispe', 0, 0, u32(width), u32(height));
/** @param quarters turns against the clock */
export const turnProperty = (quarters: number): Buffer => box('irot', Buffer.of(quarters));
/** The part that is left of a picture of 128 × 128 pixels when as much is cut off on either side. */
export const cutProperty = (width: number, height: number): Buffer =>
  box('clap', ...[width, 1, height, 1, 0, 1, 0, 1].map(u32));
/** Left becomes right. */
export const mirrorProperty = (): Buffer => box('imir', Buffer.of(1));
/** Names what a picture says of another: its depth, how bright it can be shown. */
export const auxiliaryProperty = (kind: string): Buffer => fullBox('auxC', 0, 0, Buffer.from(`${kind}\0`));
export const profileProperty = (icc: Buffer): Buffer => box('colr', Buffer.from('prof'), icc);
export const coloursProperty = (primaries: number, transfer: number, matrix = 6): Buffer =>
  box('colr', Buffer.from('nclx'), u16(primaries), u16(transfer), u16(matrix), Buffer.of(0x80));

function boxesIn(file: Buffer, from: number, to: number): { type: string; from: number; to: number }[] {
  const found = [];
  for (let at = from; at + 8 <= to; at += file.readUInt32BE(at))
    found.push({ type: file.toString('latin1', at + 4, at + 8), from: at + 8, to: at + file.readUInt32BE(at) });
  return found;
}

/** The pictures of a file that heif-enc wrote: sizes and lists as it writes them. */
export function itemsOf(name: string): HeifItem[] {
  const file = readFileSync(new URL(`heic/${name}.heic`, import.meta.url));
  const within = (type: string, from: number, to: number): { from: number; to: number } =>
    boxesIn(file, from, to).find((each) => each.type === type)!;
  const meta = within('meta', 0, file.length);
  const iprp = within('iprp', meta.from + 4, meta.to);
  const ipco = within('ipco', iprp.from, iprp.to);
  const properties = boxesIn(file, ipco.from, ipco.to).map(({ from, to }) => file.subarray(from - 8, to));
  const owned = ownedProperties(file, within('ipma', iprp.from, iprp.to).from);
  return placesOf(file, within('iloc', meta.from + 4, meta.to).from).map(({ id, from, to }) => ({
    id,
    type: 'hvc1',
    data: file.subarray(from, to),
    properties: owned.get(id)!.map((number) => properties[number - 1]!),
  }));
}

/** Of `ipma`: which properties belong to which item. */
function ownedProperties(file: Buffer, from: number): Map<number, number[]> {
  const owned = new Map<number, number[]>();
  let at = from + 8;
  for (let left = file.readUInt32BE(from + 4); left > 0; left--) {
    const count = file[at + 2]!;
    owned.set(
      file.readUInt16BE(at),
      [...file.subarray(at + 3, at + 3 + count)].map((one) => one & 0x7f),
    );
    at += 3 + count;
  }
  return owned;
}

/** Of `iloc`: where each item's bytes lie. Each has a place of its own and an offset from it. */
function placesOf(file: Buffer, from: number): { id: number; from: number; to: number }[] {
  return Array.from({ length: file.readUInt16BE(from + 6) }, (_, i) => {
    const at = from + 8 + i * 18;
    const begin = file.readUInt32BE(at + 4) + file.readUInt32BE(at + 10);
    return { id: file.readUInt16BE(at), from: begin, to: begin + file.readUInt32BE(at + 14) };
  });
}

/** A HEIF file of these items. @param primary id of the picture that it shows */
export function heifOf(items: readonly HeifItem[], primary: number, brand = 'heic'): Buffer {
  const properties = items.flatMap((item) => item.properties);
  const numberOf = (property: Buffer): Buffer => {
    const isEssential = ['hvcC', 'irot', 'imir'].includes(typeOf(property));
    return u16((properties.indexOf(property) + 1) | (isEssential ? 0x8000 : 0));
  };
  const references = items.flatMap(({ id, refersTo }) =>
    refersTo ? [box(refersTo.type, u16(id), u16(refersTo.ids.length), ...refersTo.ids.map(u16))] : [],
  );
  const meta = (begin: number): Buffer => {
    let at = begin;
    const places = items.map(({ id, data }) => {
      const place = Buffer.concat([u16(id), u16(0), u16(0), u16(1), u32(at), u32(data.length)]);
      at += data.length;
      return place;
    });
    return fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, 0, u16(primary)),
      fullBox('iinf', 0, 0, u16(items.length), ...items.map(({ id, type }) => infoBox(id, type))),
      ...(references.length > 0 ? [fullBox('iref', 0, 0, ...references)] : []),
      box(
        'iprp',
        box('ipco', ...properties),
        fullBox(
          'ipma',
          0,
          1,
          u32(items.length),
          ...items.flatMap((item) => [
            u16(item.id),
            Buffer.of(item.properties.length),
            ...item.properties.map(numberOf),
          ]),
        ),
      ),
      fullBox('iloc', 1, 0, Buffer.of(0x44, 0), u16(items.length), ...places),
    );
  };
  const head = box('ftyp', Buffer.from(brand), u32(0), Buffer.from('mif1heic'));
  const begin = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(begin), box('mdat', ...items.map(({ data }) => data))]);
}

/** What an item is. `mime:` and a kind stand for metadata. */
function infoBox(id: number, type: string): Buffer {
  const [kind, content] = type.startsWith('mime:') ? ['mime', `\0${type.slice(5)}\0`] : [type, '\0'];
  return fullBox('infe', 2, 0, u16(id), u16(0), Buffer.from(kind + content, 'latin1'));
}

/** The drawn person as an iPhone stores a photo: squares of 512 pixels, put together and cut to 768 × 960. */
export function drawnHeic(
  changed: { properties?: Buffer[]; more?: HeifItem[]; width?: number; height?: number; brand?: string } = {},
): Buffer {
  const { width = 768, height = 960, properties = [], more = [], brand } = changed;
  const tiles = itemsOf('drawn-tiles');
  const grid: HeifItem = {
    id: 50,
    type: 'grid',
    // Version, four bytes a number, two rows, two columns.
    data: Buffer.concat([Buffer.of(0, 1, 1, 1), u32(width), u32(height)]),
    properties: [sizeProperty(width, height), ...properties],
    refersTo: { type: 'dimg', ids: tiles.map(({ id }) => id) },
  };
  return heifOf([...more, ...tiles, grid], grid.id, brand);
}

/** The one picture of a file with other properties beside its own; those of the same kind are replaced. */
export function withProperties(name: string, properties: Buffer[]): Buffer {
  const [item] = itemsOf(name) as [HeifItem];
  const kept = item.properties.filter((own) => properties.every((other) => typeOf(other) !== typeOf(own)));
  return heifOf([{ ...item, properties: [...kept, ...properties] }], item.id);
}

/** A sequence of pictures, as a film has them, with none that stands for it. */
export function emptySequence(): Buffer {
  const unit = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32);
  const head = [u32(0), u32(0), u32(1000), u32(1000), u32(0x10000), u16(0x100), Buffer.alloc(10), ...unit];
  return Buffer.concat([
    box('ftyp', Buffer.from('hevc'), u32(0), Buffer.from('msf1hevc')),
    box('moov', fullBox('mvhd', 0, 0, ...head, Buffer.alloc(24), u32(2))),
  ]);
}
