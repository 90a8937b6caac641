import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { INK, PAPER } from './colours.js';
import { silhouettePath } from './silhouette.js';

const VERMILION = '#c8391f';

/** Side of the drawing's own square. */
const SIDE = 64;

/** How an icon is cut: corner radius in units of the drawing, and how large the figure stands in it. */
interface IconForm {
  radius: number;
  zoom: number;
}

const ROUNDED: IconForm = { radius: 14, zoom: 1.07 };
/** For systems that cut the corners themselves; the head stays within the middle four fifths. */
const FULL_BLEED: IconForm = { radius: 0, zoom: 1 };

/** Writes the app's icons: `icon.svg`, `icon-192.png`, `icon-512.png`, `icon-maskable-512.png`, `apple-touch-180.png`. */
export async function writeIcons(folder: string): Promise<void> {
  const rounded = drawIcon(ROUNDED);
  const full = drawIcon(FULL_BLEED);
  await writeFile(join(folder, 'icon.svg'), rounded);
  const pngs = [
    ['icon-192.png', rounded, 192],
    ['icon-512.png', rounded, 512],
    ['icon-maskable-512.png', full, 512],
    ['apple-touch-180.png', drawIcon({ radius: 0, zoom: 1.04 }), 180],
  ] as const;
  for (const [name, svg, size] of pngs) {
    await writeFile(
      join(folder, name),
      await sharp(Buffer.from(svg), { density: (72 * size) / SIDE })
        .resize(size, size)
        .png({ compressionLevel: 9 })
        .toBuffer(),
    );
  }
}

/** The bearded head in two tones, lit from the left, on ink. */
function drawIcon({ radius, zoom }: IconForm): string {
  const figure = silhouettePath(SIDE, 0.03);
  // The lower edge stays where it is while the figure grows.
  const place = `translate(${SIDE / 2} ${SIDE}) scale(${zoom}) translate(${-SIDE / 2 + 0.6} ${-SIDE})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><defs><clipPath id="g"><rect width="${SIDE}" height="${SIDE}" rx="${radius}"/></clipPath><clipPath id="f"><path d="${figure}"/></clipPath></defs><g clip-path="url(#g)"><rect width="${SIDE}" height="${SIDE}" fill="${INK}"/><g transform="${place}" clip-path="url(#f)"><rect width="${SIDE}" height="${SIDE}" fill="${VERMILION}"/><path d="${figure}" fill="${PAPER}" transform="translate(-4.6 .4)"/></g></g></svg>
`;
}
