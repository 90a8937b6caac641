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

const isSupported = (): boolean =>
  typeof WebAssembly === 'object' && WebAssembly.validate(SIMD) && typeof OffscreenCanvas === 'function';

let session: Promise<Session> | null = null;

async function started(onProgress: (share: number) => void): Promise<Session> {
  session ??= Promise.all([loadModels(onProgress), fetchScenes()]).then((parts) => createSession(...parts));
  // What could not be fetched is fetched with the next question.
  session.catch(() => (session = null));
  return session;
}

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
          isOffline: error instanceof TypeError,
        } satisfies Answer),
    );
});
