import { fromBufferPromise } from 'yauzl';

/** Every file of a ZIP by its name, each checked against its stored size. @throws for names that lead out of the folder, or that come twice. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (files.has(entry.fileName)) throw new Error(`${entry.fileName} comes twice`);
    const stream = await zip.openReadStreamPromise(entry);
    files.set(entry.fileName, Buffer.concat(await Array.fromAsync(stream)));
  }
  return files;
}
