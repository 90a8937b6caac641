import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { demandSafeKey, ObjectMissing, ObjectStorage, type StoredObject } from './port.js';

/** Objects as files below one folder. */
export class DiskStorage extends ObjectStorage {
  constructor(private readonly root: string) {
    super();
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    await this.write(key, (file) => file.writeFile(bytes));
  }

  async putFile(key: string, path: string): Promise<void> {
    await this.write(key, (file) => file.writeFile(createReadStream(path)));
  }

  async open(key: string): Promise<StoredObject | null> {
    const path = this.path(key);
    const found = await stat(path).catch(ignoreMissing);
    return found?.isFile() ? { stream: createReadStream(path), size: found.size } : null;
  }

  async read(key: string): Promise<Buffer> {
    const bytes = await readFile(this.path(key)).catch(ignoreMissing);
    if (!bytes) throw new ObjectMissing(key);
    return bytes;
  }

  async delete(keys: string[]): Promise<void> {
    for (const key of keys) await unlink(this.path(key)).catch(ignoreMissing);
  }

  async deletePrefix(prefix: string): Promise<void> {
    await rm(this.path(prefix), { recursive: true, force: true });
  }

  async *list(prefix: string): AsyncIterable<string> {
    const entries = await readdir(this.path(prefix), { recursive: true, withFileTypes: true }).catch(ignoreMissing);
    for (const entry of entries ?? []) {
      if (entry.isFile() && !entry.name.startsWith('.')) yield join(entry.parentPath, entry.name).slice(this.root.length + 1);
    }
  }

  private async write(key: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
    const path = this.path(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const temporary = join(dirname(path), `.${randomUUID()}`);
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await fill(file);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  private path(key: string): string {
    demandSafeKey(key);
    return join(this.root, key);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
