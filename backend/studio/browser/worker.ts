import { FileNotFetched } from './fetch-bytes.js';
import type { Answer, Question } from './messages.js';
import { loadModels } from './models.js';
import { fetchScenes } from './painted-scenes.js';
import { createSession, type Session } from './session.js';

declare const self: DedicatedWorkerGlobalScope;

/** The smallest module with an instruction of SIMD. */
const SIMD = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  5,
  1,
  96,
  0,
  1,
  123,
  3,
  2,
  1,
  0,
  10,
  10,
  1,
  8,
  0,
  65,
  0,
  253,
  15,
  253,
  98,
  11,
);

/** Some browsers give made-up pixels in place of what was drawn, so that nobody is known by them. */
function readsPixels(): boolean {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return false;
  context.fillStyle = '#28c';
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return Math.abs(red - 0x22) + Math.abs(green - 0x88) + Math.abs(blue - 0xcc) < 12;
}

const isSupported = (): boolean =>
  typeof WebAssembly === 'object' &&
  WebAssembly.validate(SIMD) &&
  typeof OffscreenCanvas === 'function' &&
  readsPixels();

let session: Promise<Session> | null = null;

const started = (onProgress: (share: number) => void): Promise<Session> =>
  (session ??= Promise.all([loadModels(onProgress), fetchScenes()]).then((parts) => createSession(...parts)));

async function answer(question: Question): Promise<Answer> {
  const { id } = question;
  if (!isSupported()) return { id, refusal: 'unsupported' };
  const own = await started((progress) => self.postMessage({ id, progress } satisfies Answer));
  switch (question.ask) {
    case 'start':
      return { id, refusal: null };
    case 'photo':
      return { id, refusal: await own.takePhoto(question.photo) };
    case 'scene':
      return { id, ...(await own.show(question.scene)) };
  }
}

/** One question after the other: a photo's pixels are large, and a later one takes the place of an earlier. */
let last: Promise<unknown> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  last = last
    .then(() => answer(data))
    .then(
      (said) => self.postMessage(said, 'portrait' in said ? [said.portrait, said.before] : []),
      (error: unknown) =>
        self.postMessage({
          id: data.id,
          error: String(error),
          isOffline: error instanceof FileNotFetched,
        } satisfies Answer),
    );
});
