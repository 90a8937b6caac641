import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { PassThrough } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import type { StoredObject } from '../../integrations/storage/index.js';
import { UniqueNames } from './file-names.js';

/** Writes a ZIP into a file, entry by entry; of an entry only a window is ever in memory. */
export class ZipWriter {
  private readonly zip = new yazl.ZipFile();
  private readonly output = this.zip.outputStream as PassThrough;
  private readonly names = new UniqueNames();
  private readonly written: Promise<void>;

  constructor(
    private readonly path: string,
    private readonly now: Date,
  ) {
    this.written = pipeline(this.output, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    this.written.catch(() => undefined); // the caller who awaits it hears of it
    this.zip.on('error', (error: Error) => this.output.destroy(error));
  }

  addText(path: string, text: string): void {
    this.zip.addBuffer(Buffer.from(text), this.names.take(path), { mtime: this.now });
  }

  /** Resolves when the file has been read, so that only one is open at a time. Images are stored as they are. */
  async addFile(path: string, file: StoredObject): Promise<void> {
    this.zip.addReadStream(file.stream, this.names.take(path), { compress: false, size: file.size, mtime: this.now });
    await Promise.race([finished(file.stream, { writable: false }), this.written]);
  }

  /** @returns the size of the whole in bytes. */
  async end(): Promise<number> {
    this.zip.end();
    await this.written;
    return (await stat(this.path)).size;
  }

  /** Stops where it is. */
  async abandon(): Promise<void> {
    this.output.destroy();
    await this.written.catch(() => undefined);
  }
}
