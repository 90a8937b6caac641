import { FileNotFetched } from './fetch-bytes.js';
import { advise, judgeFile, lookAtBitmap } from './judge.js';
import type { FaceDetector } from '../core/models/face-library.js';
import type { Answer, Question } from './messages.js';
import { loadFaces, loadModels } from './models.js';
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

type Progress = (share: number) => void;

let session: Promise<Session> | null = null;
let faces: Promise<FaceDetector> | null = null;

const startSession = (onProgress: Progress): Promise<Session> =>
  (session ??= Promise.all([loadModels(onProgress), fetchScenes()]).then((parts) => createSession(...parts)));

const startFaces = (onProgress: Progress): Promise<FaceDetector> => (faces ??= loadFaces(onProgress));

async function answer(question: Question): Promise<Answer> {
  const { id } = question;
  if (!isSupported()) return { id, refusal: 'unsupported' };
  const onProgress: Progress = (progress) => self.postMessage({ id, progress } satisfies Answer);
  switch (question.ask) {
    case 'start':
      await startSession(onProgress);
      return { id, refusal: null };
    case 'photo':
      return { id, refusal: await (await startSession(onProgress)).takePhoto(question.photo) };
    case 'scene':
      return { id, ...(await (await startSession(onProgress)).show(question.scene)) };
    case 'faces':
      await startFaces(onProgress);
      return { id, refusal: null };
    case 'judge':
      return { id, judgement: await judgeFile(await startFaces(onProgress), question.photo) };
    case 'frame':
      return { id, look: await lookAtBitmap(await startFaces(onProgress), question.frame) };
    case 'advice':
      return { id, advice: advise(question.photos) };
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
