import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What a drawing of the person may differ in; see backend/test/support/drawn-faces.ts. */
type Pose = Partial<Record<'smile' | 'turn' | 'light', number> & Record<'jacket' | 'shirt' | 'background', string>>;
/** What is used of the library, which is the backend's. */
type Sharp = (picture: Buffer) => { removeAlpha(): { raw(): { toBuffer(): Promise<Buffer> } } };
type Drawn = (drawing: Pose & Record<'width' | 'height' | 'x' | 'y' | 'size', number>) => Promise<Buffer>;

const backend = new URL('../../backend/', import.meta.url);
/** Size of the recording in pixels, with one frame a second; for how many seconds each pose is held, and how often all are shown. */
const [WIDTH, HEIGHT, HELD, ROUNDS] = [800, 600, 8, 3];
/** Side of the square in the corner that tells frames apart, in pixels: no camera gives the same picture twice. */
const MARK = 16;

/** Writes what a camera sees while somebody does one thing after the other, again and again. @returns the file, for Chromium's pretended camera */
export async function recordCamera(folder: string, poses: readonly Pose[]): Promise<string> {
  const path = join(folder, 'camera.y4m');
  const drawings = (await import(new URL('test/support/drawn-faces.ts', backend).href)) as { drawnPhoto: Drawn };
  const sharp = createRequire(new URL('package.json', backend))('sharp') as Sharp;
  const place = { width: WIDTH, height: HEIGHT, x: 0.5, y: 0.42, size: 0.34 };
  const shown = await Promise.all(
    poses.map(async (pose) => {
      const photo = await drawings.drawnPhoto({ ...place, ...pose });
      return planesOf(await sharp(photo).removeAlpha().raw().toBuffer());
    }),
  );
  const parts = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F1:1 Ip A1:1 C420\n`)];
  for (let frame = 0; frame < poses.length * HELD * ROUNDS; frame++) {
    const planes = Buffer.from(shown[Math.floor(frame / HELD) % poses.length]!);
    for (let row = 0; row < MARK; row++) planes.fill(16 + 2 * frame, row * WIDTH, row * WIDTH + MARK);
    parts.push(Buffer.from('FRAME\n'), planes);
  }
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

/** RGB as lightness and, at half the size, two colours (BT.601). */
function planesOf(rgb: Buffer): Buffer {
  const size = WIDTH * HEIGHT;
  const planes = Buffer.alloc(size * 1.5);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const at = y * WIDTH + x;
      const [r, g, b] = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!];
      planes[at] = 16 + (65.738 * r + 129.057 * g + 25.064 * b) / 256;
      if (x % 2 || y % 2) continue;
      const half = (y >> 1) * (WIDTH >> 1) + (x >> 1);
      planes[size + half] = 128 + (-37.945 * r - 74.494 * g + 112.439 * b) / 256;
      planes[size + size / 4 + half] = 128 + (112.439 * r - 94.154 * g - 18.285 * b) / 256;
    }
  }
  return planes;
}
