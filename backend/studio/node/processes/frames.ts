import type { Readable, Writable } from 'node:stream';

/** Ends a picture of which only the traces are asked. */
export const TRACE = 0xfffffffe;

/** Writes one length-prefixed frame and waits while the pipe is full. Rejects when the pipe breaks. Nothing is written for no bytes: a length of 0 is a mark. */
export async function writeFrame(pipe: Writable, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0) return;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  pipe.write(length);
  await writeAndWait(pipe, bytes);
}

/** Writes a bare mark: 0 for the end of a photo, TRACE for that of a picture to be traced. */
export function writeMark(pipe: Writable, mark: number): void {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(mark);
  pipe.write(bytes);
}

function writeAndWait(pipe: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    pipe.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** Reads length-prefixed frames; marks come as numbers. Ends with the stream. */
export async function* readFrames(pipe: Readable): AsyncGenerator<Buffer | number> {
  const parts: Buffer[] = [];
  let held = 0;
  let wanted = -1;
  for await (const chunk of pipe as AsyncIterable<Buffer>) {
    parts.push(chunk);
    held += chunk.length;
    for (;;) {
      const need = wanted < 0 ? 4 : wanted;
      if (held < need) break;
      const all = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      const piece = all.subarray(0, need);
      parts.splice(0, parts.length, all.subarray(need));
      held -= need;
      if (wanted >= 0) {
        wanted = -1;
        yield piece;
        continue;
      }
      const length = piece.readUInt32LE(0);
      if (length === 0 || length === TRACE) yield length;
      else wanted = length;
    }
  }
}
