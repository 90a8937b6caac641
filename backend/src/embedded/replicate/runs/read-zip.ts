import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';

interface Entry {
  fileName: string;
  uncompressedSize: number;
}
interface Zip {
  entryCount: number;
  eachEntry(): AsyncIterable<Entry>;
  openReadStreamPromise(entry: Entry): Promise<Readable>;
}
interface Yauzl {
  fromBufferPromise(bytes: Buffer, options: object): Promise<Zip>;
}

const mostEntries = 500;
/** Bytes of all files together, unpacked. */
const largestContent = 500 * 1024 * 1024;

/** Every file of a ZIP by its name. @throws Error for what is no ZIP, or one that swells beyond measure */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') throw new Error('input_images must be a zip file');
  const zip = await open(bytes);
  if (zip.entryCount > mostEntries) throw new Error(`input_images holds more than ${mostEntries} files`);
  const files = new Map<string, Buffer>();
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    size += entry.uncompressedSize;
    if (size > largestContent) throw new Error('input_images is too large');
    const stream = await zip.openReadStreamPromise(entry);
    files.set(entry.fileName, Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>)));
  }
  return files;
}

async function open(bytes: Buffer): Promise<Zip> {
  // Needed here alone, and only once a training comes.
  const yauzl = createRequire(import.meta.url)('yauzl') as Yauzl;
  try {
    return await yauzl.fromBufferPromise(bytes, { strictFileNames: true, validateEntrySize: true });
  } catch (cause) {
    throw new Error('input_images must be a zip file', { cause });
  }
}
