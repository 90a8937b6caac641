import { fromBufferPromise, type ZipFile } from 'yauzl';

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
    files.set(entry.fileName, Buffer.concat(await Array.fromAsync(stream)));
  }
  return files;
}

async function open(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: true });
  } catch (cause) {
    throw new Error('input_images must be a zip file', { cause });
  }
}
