import { afterEach, expect, it, vi } from 'vitest';
import { heicAsJpeg } from './heic-as-jpeg';

const HEIC = new TextEncoder().encode('\0\0\0\x18ftypheic\0\0\0\0mif1heic');
const photo = new File([HEIC], 'IMG_1.heic', { type: 'image/heic' });
const drawn: number[] = [];

function withCanvas(decode: () => Promise<{ width: number; height: number; close(): void }>) {
  vi.stubGlobal('createImageBitmap', decode);
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(
        readonly width: number,
        readonly height: number,
      ) {}
      getContext = () => ({ drawImage: () => drawn.push(this.width, this.height) });
      convertToBlob = async ({ type }: { type: string }) => new Blob(['jpeg'], { type });
    },
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
  drawn.length = 0;
});

it('makes a JPEG of what training needs where the browser reads HEIC', async () => {
  withCanvas(async () => ({ width: 4032, height: 3024, close: () => undefined }));
  const jpeg = await heicAsJpeg(photo, HEIC.buffer);
  expect([jpeg.name, jpeg.type, await jpeg.text()]).toEqual(['IMG_1.heic', 'image/jpeg', 'jpeg']);
  expect(drawn).toEqual([2400, 1800]);
});

it('leaves it to the service where the browser does not, and every other file as it is', async () => {
  withCanvas(() => Promise.reject(new DOMException('', 'InvalidStateError')));
  expect(await heicAsJpeg(photo, HEIC.buffer)).toBe(photo);
  const other = new File(['\xff\xd8\xff and enough bytes to tell'], 'a.jpg');
  expect(await heicAsJpeg(other, await other.arrayBuffer())).toBe(other);
});
