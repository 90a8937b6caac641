import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { composeFigure } from '../node/index.js';
import { INK, PAPER } from './colours.js';
import { type DrawLine, withSerif } from './draw-line.js';
import { encodeWithin } from './encode-within.js';
import { OG_LIMIT, OG_PICTURES, OG_SIZE, type OgPicture } from './og-pictures.js';
import { renderFigure } from './render-figure.js';
import { previewOf } from './scene-lights.js';

const LINE = '#dedad0';

/** Everything is drawn at twice the size and reduced at the end; lengths below are those of the finished picture. */
const SCALE = 2;

/** The paper's share on the left, and the margin all around what stands on it. */
const PAPER_WIDTH = 540;
const MARGIN = 64;
const TEXT_WIDTH = PAPER_WIDTH - MARGIN - 44;

const WORDMARK = { size: 44, baseline: 98 };
const HAIRLINE = { top: 128, height: 1 };
/** Sizes of the headline, largest first; the first in which every line fits is taken. The last line's baseline is the same everywhere. */
const HEADLINE_SIZES = [96, 78];
const LAST_BASELINE = 562;

/** The scene is painted in the engine's own proportions, 4:5, and its lower part shows; the figure fills less of it than of a portrait. */
const SCENE = { width: OG_SIZE.width - PAPER_WIDTH, height: ((OG_SIZE.width - PAPER_WIDTH) * 5) / 4 };
const FIGURE_HEIGHT = 630;
/** How far left of the scene's middle the figure stands: it looks to the right, and its face stays in the picture's square middle. */
const ASIDE = 74;

const QUALITIES = [92, 90, 88, 86, 84, 82, 80, 77, 74, 70];

/** A line of a headline is wider than the paper allows. */
export class HeadlineTooWide extends Error {
  constructor(name: string) {
    super(`the headline of ${name} does not fit`);
    this.name = 'HeadlineTooWide';
  }
}

/** Writes `{name}.jpg` for every shared page: the headline on paper, beside it the figure in a style's light. @throws HeadlineTooWide */
export async function writeOgPictures(folder: string): Promise<void> {
  await withSerif(async (draw) => {
    for (const picture of OG_PICTURES) {
      const layers = [await paintScene(picture.scene), ...(await setText(picture, draw))];
      const large = await sharp({ create: { ...scaled(OG_SIZE), channels: 3, background: PAPER } })
        .composite(layers)
        .removeAlpha()
        .raw()
        .toBuffer();
      const finished = sharp(large, { raw: { ...scaled(OG_SIZE), channels: 3 } }).resize(OG_SIZE);
      const encode = (quality: number): Promise<Buffer> =>
        finished.clone().jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
      await writeFile(join(folder, `${picture.name}.jpg`), await encodeWithin(OG_LIMIT, QUALITIES, encode));
    }
  });
}

const scaled = ({ width, height }: { width: number; height: number }): { width: number; height: number } => ({
  width: width * SCALE,
  height: height * SCALE,
});

async function paintScene(scene: string): Promise<OverlayOptions> {
  const { seed, ...lit } = previewOf(scene);
  const size = scaled(SCENE);
  const aside = 2 * ASIDE * SCALE;
  const frame = { width: size.width + aside, height: FIGURE_HEIGHT * SCALE };
  const figure = await sharp(renderFigure({ ...frame, ...lit }), { raw: { ...frame, channels: 4 } })
    .extract({ left: aside, top: 0, width: size.width, height: frame.height })
    .extend({ top: size.height - frame.height, background: '#0000' })
    .raw()
    .toBuffer();
  const height = OG_SIZE.height * SCALE;
  const input = await sharp(await composeFigure(scene, seed, figure, size.width, size.height))
    .extract({ left: 0, top: size.height - height, width: size.width, height })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { input, left: PAPER_WIDTH * SCALE, top: 0 };
}

async function setText(picture: OgPicture, draw: DrawLine): Promise<OverlayOptions[]> {
  const size = await headlineSize(picture, draw);
  const last = picture.headline.length - 1;
  const lines = picture.headline.map((text, i) => place(draw, text, size, LAST_BASELINE - (last - i) * size));
  return [
    await place(draw, 'Bildnis', WORDMARK.size, WORDMARK.baseline),
    drawHairline(),
    ...(await Promise.all(lines)),
  ];
}

async function headlineSize({ name, headline }: OgPicture, draw: DrawLine): Promise<number> {
  for (const size of HEADLINE_SIZES) {
    const lines = await Promise.all(headline.map((text) => draw(text, size * SCALE)));
    if (lines.every(({ width }) => width <= TEXT_WIDTH * SCALE)) return size;
  }
  throw new HeadlineTooWide(name);
}

/** A line in ink, starting at the left margin. */
async function place(draw: DrawLine, text: string, size: number, baseline: number): Promise<OverlayOptions> {
  const line = await draw(text, size * SCALE);
  const { width, height } = line;
  const input = await sharp({ create: { width, height, channels: 3, background: INK } })
    .joinChannel(line.coverage, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { input, left: MARGIN * SCALE, top: Math.round(baseline * SCALE - line.baseline) };
}

function drawHairline(): OverlayOptions {
  const size = scaled({ width: TEXT_WIDTH, height: HAIRLINE.height });
  return {
    input: { create: { ...size, channels: 3, background: LINE } },
    left: MARGIN * SCALE,
    top: HAIRLINE.top * SCALE,
  };
}
