import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropStudioFiles, isStudioFile, studioFile } from '../../src/service-worker/studio-files';

const MODEL = 'https://bildnis.test/assets/facemesh-DBbhRwbv.bin';
const answers: Response[] = [];
const stored = new Map<string, Response>();

beforeEach(() => {
  const cache = {
    match: async (url: string) => stored.get(url)?.clone(),
    put: async (url: string, response: Response) => void stored.set(url, response),
  };
  vi.stubGlobal('caches', { open: async () => cache, delete: async () => stored.delete(MODEL) });
  vi.stubGlobal('fetch', async () => answers.shift() ?? Promise.reject(new TypeError('no network')));
});
afterEach(() => {
  vi.unstubAllGlobals();
  stored.clear();
});

/** The file, once it is kept as well. */
async function fileFor(request: Request): Promise<Response> {
  const keeping: unknown[] = [];
  const response = await studioFile({ request, waitUntil: (kept) => void keeping.push(kept) });
  await Promise.all(keeping);
  return response;
}
const textOf = async (request: Request) => (await fileFor(request)).text();

test.each([
  ['/assets/device-studio-DwbLy3Ls.js', true],
  ['/assets/blazeface-tctdRopQ.json', true],
  ['/assets/facemesh-DBbhRwbv.bin', true],
  ['/assets/selfie_segmenter-DF05sdL4.tflite', true],
  ['/assets/tfjs-backend-wasm-simd-BrM3BlWr.wasm', true],
  ['/assets/city-daylight-BH7MijT-.webp', true],
  ['/assets/index-BH7MijT-.js', false],
  ['/previews/beige-400.webp', false],
])('%s is of the studio: %s', (path, is) => expect(isStudioFile(new Request(`https://bildnis.test${path}`))).toBe(is));

test('a file is there without a network once it was asked for, until the next version', async () => {
  answers.push(new Response('weights'));
  expect(await textOf(new Request(MODEL))).toBe('weights');
  expect(await textOf(new Request(MODEL))).toBe('weights');
  await dropStudioFiles();
  await expect(fileFor(new Request(MODEL))).rejects.toThrow(TypeError);
});

test('a damaged one is replaced, and a failure is not kept', async () => {
  answers.push(new Response('damaged'), new Response('weights'));
  await fileFor(new Request(MODEL));
  expect(await textOf(new Request(MODEL, { cache: 'reload' }))).toBe('weights');
  expect(await textOf(new Request(MODEL))).toBe('weights');
  await dropStudioFiles();
  answers.push(new Response('', { status: 503 }), new Response('weights'));
  await fileFor(new Request(MODEL));
  expect(await textOf(new Request(MODEL))).toBe('weights');
});
