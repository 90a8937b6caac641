import { createWriteStream } from 'node:fs';
import sharp from 'sharp';
import type { PhotoInspection } from '../../core/port.js';
import { loadFaceLibrary } from '../models/face-library.js';
import { blockOtherDecoders } from '../photo/decode.js';
import { inspectPhoto } from '../photo/inspect.js';
import { traceImage } from '../photo/trace.js';
import { readFrames, TRACE, writeFrame } from './frames.js';

/** Descriptor of the pipe answers go out on; standard output belongs to whatever a library wants to say. */
const ANSWERS = 3;

const memoryLimit = Number(process.argv[2]) * 1024 * 1024;

async function main(): Promise<void> {
  sharp.cache(false);
  sharp.concurrency(1);
  blockOtherDecoders();
  watchMemory();
  const answers = createWriteStream('', { fd: ANSWERS });
  const library = await loadFaceLibrary();
  await writeFrame(answers, Buffer.from(JSON.stringify({ ready: true })));
  let bytes = Buffer.alloc(0);
  let photo = 0;
  for await (const frame of readFrames(process.stdin)) {
    if (typeof frame !== 'number') {
      // A copy of its own: the frame may share memory with the pipe's buffer.
      bytes = Buffer.from(frame);
      continue;
    }
    photo++;
    if (frame === TRACE)
      await writeFrame(answers, Buffer.from(JSON.stringify({ photo, trace: await traceImage(bytes) })));
    else await answer(answers, photo, await inspectPhoto(library, bytes));
    bytes = Buffer.alloc(0);
  }
}

/** Answers carry the number of their photo: a verdict must never reach another person's upload. */
async function answer(pipe: NodeJS.WritableStream, photo: number, inspection: PhotoInspection): Promise<void> {
  const out = pipe as ReturnType<typeof createWriteStream>;
  if (!inspection.ok) {
    await writeFrame(out, Buffer.from(JSON.stringify({ photo, inspection })));
    return;
  }
  const { jpeg, ...facts } = inspection;
  await writeFrame(out, Buffer.from(JSON.stringify({ photo, inspection: facts })));
  await writeFrame(out, jpeg);
}

/** Decoders allocate outside the JavaScript heap, where no flag limits them. A process that outgrows its limit ends itself. */
function watchMemory(): void {
  if (!(memoryLimit > 0)) return;
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryLimit) process.exit(137);
  }, 40).unref();
}

await main();
process.exit(0);
