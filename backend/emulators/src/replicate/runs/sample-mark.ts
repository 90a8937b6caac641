/** The word «MUSTER» as strokes, cap height 10: drawn without any font, so that it looks the same on every machine. */
const LETTERS: readonly { width: number; strokes: string }[] = [
  { width: 8.4, strokes: 'M0,10 V0 L4.2,6.4 L8.4,0 V10' },
  { width: 7, strokes: 'M0,0 V6.5 A3.5,3.5 0 0 0 7,6.5 V0' },
  {
    width: 6.6,
    strokes:
      'M6.4,1.9 C5.8,0.7 4.7,0 3.3,0 C1.4,0 0.3,1.1 0.3,2.6 C0.3,6 6.6,4 6.6,7.3 C6.6,9 5.3,10 3.4,10 C1.8,10 0.6,9.3 0,7.9',
  },
  { width: 7, strokes: 'M0,0 H7 M3.5,0 V10' },
  { width: 6, strokes: 'M6,0 H0 V10 H6 M0,4.9 H5.2' },
  { width: 6.8, strokes: 'M0,10 V0 H3.8 A2.75,2.75 0 0 1 3.8,5.5 H0 M3.6,5.5 L6.8,10' },
];
const SPACE = 3.2;
const WORD_WIDTH = LETTERS.reduce((sum, { width }) => sum + width, (LETTERS.length - 1) * SPACE);

/** Width of a word as a share of the picture's shorter side: it is still read in a preview of 240 px and in every cut. */
const WORD_SHARE = 0.33;
const SLANT_DEGREES = -16;
/** Where faces mostly are, as shares of the picture: the mark is fainter there, so that the product still knows the person. */
const FACE = { x: 0.53, y: 0.31, rx: 0.24, ry: 0.2 };

/** The mark as an SVG over the whole picture: rows of the word, light with a dark edge, so that it shows on any ground. */
export function sampleMark(width: number, height: number): Buffer {
  const scale = (Math.min(width, height) * WORD_SHARE) / WORD_WIDTH;
  const step = { x: WORD_WIDTH * scale * 1.75, y: WORD_WIDTH * scale * 0.8 };
  const reach = Math.hypot(width, height) / 2 + step.x;
  const words: string[] = [];
  for (let row = -Math.ceil(reach / step.y); row * step.y <= reach; row++) {
    const shift = row % 2 === 0 ? 0 : step.x / 2;
    for (let x = -reach - shift; x <= reach; x += step.x)
      words.push(
        `<use href="#word" transform="translate(${x.toFixed(1)} ${(row * step.y).toFixed(1)}) scale(${scale.toFixed(4)})"/>`,
      );
  }
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><g id="word" fill="none" stroke-linecap="round" stroke-linejoin="round">
      <path d="${word()}" stroke="#000" stroke-opacity="0.16" stroke-width="2.4"/><path d="${word()}" stroke="#fff" stroke-opacity="0.42" stroke-width="1.3"/>
    </g>
      <radialGradient id="fade"><stop offset="0.6" stop-color="#4d4d4d"/><stop offset="1" stop-color="#fff"/></radialGradient>
      <mask id="faces" maskUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#fff"/><ellipse cx="${width * FACE.x}" cy="${height * FACE.y}" rx="${width * FACE.rx}" ry="${height * FACE.ry}" fill="url(#fade)"/></mask>
    </defs>
    <g mask="url(#faces)"><g transform="translate(${width / 2} ${height / 2}) rotate(${SLANT_DEGREES})">${words.join('')}</g></g></svg>`);
}

/** All strokes of the word as one path, so that none is painted over another. */
function word(): string {
  let left = 0;
  return LETTERS.map(({ width, strokes }) => {
    const moved = shifted(strokes, left);
    left += width + SPACE;
    return moved;
  }).join(' ');
}

/** A path of absolute commands, moved to the right. */
function shifted(strokes: string, by: number): string {
  return strokes.replaceAll(/([MLHVCA])([^MLHVCA]*)/g, (_, command: string, numbers: string) => {
    const values = numbers
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const isX = (at: number) =>
      command === 'V' ? false : command === 'A' ? at === 5 : command === 'H' || at % 2 === 0;
    return command + values.map((value, at) => (isX(at) ? (value + by).toFixed(2) : value)).join(' ');
  });
}

/**
 * What the file says of itself. IPTC: a photo with drawn parts is a «composite including synthetic elements»; no trained model had a hand in it.
 * `xmp:Label` is what the product recognises a sample by.
 */
export const sampleXmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic"
    xmp:CreatorTool="Bildnis Replicate emulator"
    xmp:Label="Muster"/>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
