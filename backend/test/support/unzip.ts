import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';

interface Entry {
  fileName: string;
}
interface Zip {
  eachEntry(): AsyncIterable<Entry>;
  openReadStreamPromise(entry: Entry): Promise<Readable>;
}
const yauzl = createRequire(import.meta.url)('yauzl') as { fromBufferPromise(bytes: Buffer, options: object): Promise<Zip> };

/** Every file of a ZIP by its name, each checked against its stored size. @throws for names that lead out of the folder, or that come twice. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes, { strictFileNames: true, validateEntrySize: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (files.has(entry.fileName)) throw new Error(`${entry.fileName} comes twice`);
    const stream = await zip.openReadStreamPromise(entry);
    files.set(entry.fileName, Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>)));
  }
  return files;
}
