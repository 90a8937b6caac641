import { createWriteStream } from 'node:fs';
import sharp from 'sharp';
import type { FaceLibrary } from '../../core/models/face-library.js';
import { sniff } from '../../core/photo/sniff.js';
import type { PhotoInspection } from '../../core/port.js';
import { loadFaceLibrary } from '../models/face-library.js';
import { loadMattingNetwork } from '../models/matting-network.js';
import { UnfitNetwork, type MattingOptions } from '../models/matting-options.js';
import { blockOtherDecoders } from '../photo/decode.js';
import { inspectPhoto } from '../photo/inspect.js';
import { traceImage } from '../photo/trace.js';
import { readFrames, TRACE, writeFrame } from './frames.js';

/** Descriptor of the pipe answers go out on; standard output belongs to whatever a library wants to say. */
const ANSWERS = 3;

/** What a process is told at its start. */
export interface InspectorSetup {
  memoryLimitMb: number;
  matting: MattingOptions | null;
  heic: boolean;
}

/** Its first answer: how long one look of the operator's network takes (0 without one), or why it cannot be used. */
export type InspectorReady = { lookMs: number } | { unfit: string };

const { memoryLimitMb, matting, heic } = JSON.parse(process.argv[2]!) as InspectorSetup;
let memoryLimit = memoryLimitMb * 1024 * 1024;

async function main(): Promise<void> {
  sharp.cache(false);
  sharp.concurrency(1);
  blockOtherDecoders();
  const answers = createWriteStream('', { fd: ANSWERS });
  const library = await loadFaceLibrary();
  const ready = await addNetwork(library);
  await writeFrame(answers, Buffer.from(JSON.stringify(ready)));
  if ('unfit' in ready) return;
  watchMemory();
  let bytes = Buffer.alloc(0);
  let photo = 0;
  for await (const frame of readFrames(process.stdin)) {
    if (typeof frame !== 'number') {
      // A copy of its own: the frame may share memory with the pipe's buffer.
      bytes = Buffer.from(frame);
      continue;
    }
    photo++;
    const refusal = !heic && sniff(bytes) === 'heic' ? ({ ok: false, reason: 'heic' } as const) : null;
    if (frame === TRACE)
      await writeFrame(answers, Buffer.from(JSON.stringify({ photo, trace: refusal ?? (await traceImage(bytes)) })));
    else await answer(answers, photo, refusal ?? (await inspectPhoto(library, bytes)));
    bytes = Buffer.alloc(0);
  }
}

/** Puts the operator's network in place of the built-in mask. What it takes is no photo's fault: the limit rises by it. */
async function addNetwork(library: FaceLibrary): Promise<InspectorReady> {
  if (!matting) return { lookMs: 0 };
  try {
    const before = process.memoryUsage.rss();
    const network = await loadMattingNetwork(matting);
    memoryLimit += Math.max(0, process.memoryUsage.rss() - before);
    library.personMask = network;
    return { lookMs: network.lookMs };
  } catch (error) {
    if (error instanceof UnfitNetwork) return { unfit: error.message };
    throw error;
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
