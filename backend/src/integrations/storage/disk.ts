import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { requireSafeKey, ObjectMissing, ObjectStorage, type ListedObject, type StoredObject } from './port.js';

/** What a write is called until it is done. */
const UNFINISHED = /^\.[0-9a-f-]{36}$/;

/** How often a file is begun whose folder goes meanwhile. */
const WRITES = 10;

/** Objects as files below one folder. */
export class DiskStorage extends ObjectStorage {
  private readonly root: string;

  constructor(root: string) {
    super();
    this.root = resolve(root);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
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

  async has(key: string): Promise<boolean> {
    return (await stat(this.path(key)).catch(ignoreMissing))?.isFile() ?? false;
  }

  async delete(keys: string[]): Promise<void> {
    for (const key of keys) await unlink(this.path(key)).catch(ignoreMissing);
  }

  async deletePrefix(prefix: string): Promise<void> {
    // What is put there meanwhile would keep the folder from going.
    await rm(this.path(prefix), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  }

  async *list(prefix: string): AsyncIterable<string> {
    // Folder by folder: one that goes meanwhile takes no other out of the list.
    for await (const { path, name } of this.walk(this.path(prefix)))
      if (!name.startsWith('.')) yield path.slice(this.root.length + 1);
  }

  async *listAll(): AsyncIterable<ListedObject> {
    for await (const { path, name } of this.walk(this.root)) {
      if (name.startsWith('.')) continue;
      const found = await stat(path).catch(ignoreMissing);
      if (found) yield { key: path.slice(this.root.length + 1), size: found.size, changedAt: found.mtime };
    }
  }

  async clearUnfinished(before: Date): Promise<number> {
    let cleared = 0;
    for await (const { path, name } of this.walk(this.root)) {
      if (!UNFINISHED.test(name)) continue;
      const found = await stat(path).catch(ignoreMissing);
      if (!found || found.mtime >= before) continue;
      await rm(path, { force: true });
      cleared += 1;
    }
    return cleared;
  }

  /** One folder of each depth is open at a time. A recursive reading would hold every name there is. */
  private async *walk(folder: string): AsyncIterable<{ path: string; name: string }> {
    const entries = await opendir(folder).catch(ignoreMissing);
    if (!entries) return;
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* this.walk(path);
      else if (entry.isFile()) yield { path, name: entry.name };
    }
  }

  /** Deleting a prefix may take the folder away beneath a file that is being written: then the write begins again. */
  private async write(key: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
    for (let left = WRITES; ; left -= 1) {
      try {
        return await this.writeOnce(key, fill);
      } catch (error) {
        if (left === 1 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }

  private async writeOnce(key: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
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
    requireSafeKey(key);
    return join(this.root, key);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
