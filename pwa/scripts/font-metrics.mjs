/**
 * Reads the few numbers of an OpenType font that a matching fallback face needs.
 * Only the tables head, hhea, hmtx and cmap (format 4) are understood: every font of this project has them.
 */

/** Relative frequency of letters in German prose, in per mille, with the space: what a line of text is made of. */
const GERMAN_TEXT = {
  ' ': 160,
  e: 137,
  n: 82,
  i: 63,
  r: 59,
  t: 51,
  s: 56,
  a: 54,
  d: 43,
  h: 40,
  u: 35,
  l: 29,
  c: 23,
  g: 25,
  m: 21,
  o: 21,
  b: 16,
  w: 14,
  f: 14,
  k: 10,
  z: 9,
  p: 6,
  v: 6,
  j: 2,
  y: 1,
  x: 1,
  q: 1,
  S: 5,
  P: 4,
  D: 4,
  E: 3,
  B: 3,
  A: 3,
  F: 3,
  K: 3,
  G: 3,
  M: 3,
  W: 2,
  V: 2,
  I: 2,
  H: 2,
  T: 2,
  L: 2,
  R: 2,
};

function tables(font) {
  const found = new Map();
  for (let i = 0; i < font.readUInt16BE(4); i += 1) {
    const at = 12 + i * 16;
    found.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8));
  }
  return found;
}

function glyphFinder(font, cmap) {
  const count = font.readUInt16BE(cmap + 2);
  for (let i = 0; i < count; i += 1) {
    const sub = cmap + font.readUInt32BE(cmap + 4 + i * 8 + 4);
    if (font.readUInt16BE(sub) !== 4) continue;
    const segments = font.readUInt16BE(sub + 6) / 2;
    const ends = sub + 14;
    const starts = ends + segments * 2 + 2;
    const deltas = starts + segments * 2;
    const ranges = deltas + segments * 2;
    return (code) => {
      for (let s = 0; s < segments; s += 1) {
        if (code > font.readUInt16BE(ends + s * 2)) continue;
        const start = font.readUInt16BE(starts + s * 2);
        if (code < start) return 0;
        const range = font.readUInt16BE(ranges + s * 2);
        const delta = font.readUInt16BE(deltas + s * 2);
        if (range === 0) return (code + delta) & 0xffff;
        const glyph = font.readUInt16BE(ranges + s * 2 + range + (code - start) * 2);
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      }
      return 0;
    };
  }
  throw new Error('The font has no cmap of format 4.');
}

/**
 * @param {Buffer} font an sfnt font
 * @returns {{ ascent: number, descent: number, lineGap: number, averageWidth: number }} in em
 */
export function readMetrics(font) {
  const at = tables(font);
  const unitsPerEm = font.readUInt16BE(at.get('head') + 18);
  const hhea = at.get('hhea');
  const longMetrics = font.readUInt16BE(hhea + 34);
  const glyphOf = glyphFinder(font, at.get('cmap'));
  const widthOf = (character) => {
    const glyph = Math.min(glyphOf(character.codePointAt(0)), longMetrics - 1);
    return font.readUInt16BE(at.get('hmtx') + glyph * 4) / unitsPerEm;
  };
  return {
    ascent: font.readInt16BE(hhea + 4) / unitsPerEm,
    descent: -font.readInt16BE(hhea + 6) / unitsPerEm,
    lineGap: font.readInt16BE(hhea + 8) / unitsPerEm,
    averageWidth: averageWidth(widthOf),
  };
}

/** Mean advance width in em of German prose, given the width of one character. */
export function averageWidth(widthOf) {
  let total = 0;
  let weight = 0;
  for (const [character, share] of Object.entries(GERMAN_TEXT)) {
    total += widthOf(character) * share;
    weight += share;
  }
  return total / weight;
}
