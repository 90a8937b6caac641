import type { Config } from '../../config/index.js';
import { DiskStorage } from './disk.js';
import type { ObjectStorage } from './port.js';

/** Whether the store is there without being made: a folder always is. */
export async function hasStorage({ storage }: Pick<Config, 'storage'>): Promise<boolean> {
  if (storage.kind === 'disk') return true;
  const { S3Storage } = await import('./s3.js');
  return new S3Storage(storage).exists();
}

/** The store that is configured, ready to be used. */
export async function createStorage({ storage }: Pick<Config, 'storage'>): Promise<ObjectStorage> {
  if (storage.kind === 'disk') return new DiskStorage(storage.dir);
  const { S3Storage } = await import('./s3.js'); // its SDK is large; loaded only where it is used
  const s3 = new S3Storage(storage);
  await s3.prepare();
  return s3;
}
