import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { unpackWoff } from './unpack-woff.js';

const FAMILY = 'Instrument Serif';
const FILE = '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff';

/** As on the site: large letters stand a little closer. In shares of the size. */
const SPACING = -0.02;
/** Drawn behind every line and cut away again: nothing reaches higher or lower, so that every line's box has its baseline at the same height. */
const RULER = 'Éj';
const RULER_RISE = 0.95;
const GAP = ' '.repeat(6);

/** A drawn line of text: how much of each pixel is ink, and how far below its upper edge the baseline runs. */
export interface DrawnLine {
  coverage: Buffer;
  width: number;
  height: number;
  baseline: number;
}

/** Draws a line; size in pixels. */
export type DrawLine = (text: string, size: number) => Promise<DrawnLine>;

/** Has the work draw text in the headline's family, from the web page's own font file and not from what the machine has installed. */
export async function withSerif(work: (draw: DrawLine) => Promise<void>): Promise<void> {
  const require = createRequire(new URL('../../../../pwa/package.json', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'bildnis-font-'));
  try {
    const fontfile = join(folder, 'serif.ttf');
    await writeFile(fontfile, unpackWoff(await readFile(require.resolve(FILE))));
    await work((text, size) => drawLine(fontfile, text, size));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function drawLine(fontfile: string, text: string, size: number): Promise<DrawnLine> {
  const { width } = await drawInk(fontfile, text, size).metadata();
  const ruled = drawInk(fontfile, `${text}${GAP}${RULER}`, size);
  const { height } = await ruled.metadata();
  const coverage = await ruled.extract({ left: 0, top: 0, width, height }).extractChannel(0).raw().toBuffer();
  return { coverage, width, height, baseline: RULER_RISE * size };
}

/** White letters on black, cut to the ink. */
function drawInk(fontfile: string, text: string, size: number): Sharp {
  const spacing = Math.round(SPACING * size * 1024);
  return sharp({
    text: { text: `<span letter_spacing="${spacing}">${text}</span>`, font: `${FAMILY} ${size}`, fontfile, dpi: 72 },
  });
}
