import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigurationError } from './configuration-error.js';
import { readStorage, storageVariables, type StorageConfig } from './storage.js';

/** Where backups go, and who can open them. */
export interface BackupConfig {
  target: StorageConfig;
  /** Public key of age: what opens backups is kept elsewhere, so that this machine can write but not read them. */
  recipient: string;
}

export const backupVariables = {
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]{50,}$/, 'a public key of age, age1…')
    .optional(),
  BACKUP_DIR: storageVariables.STORAGE_DIR,
  BACKUP_S3_ENDPOINT: storageVariables.S3_ENDPOINT,
  BACKUP_S3_REGION: storageVariables.S3_REGION,
  BACKUP_S3_BUCKET: storageVariables.S3_BUCKET,
  BACKUP_S3_ACCESS_KEY_ID: storageVariables.S3_ACCESS_KEY_ID,
  BACKUP_S3_SECRET_ACCESS_KEY: storageVariables.S3_SECRET_ACCESS_KEY,
};
const Variables = z.object(backupVariables);

/** Whether copies would lie in the store that they are copies of, and be lost with it. */
function isWithin(target: StorageConfig, store: StorageConfig): boolean {
  if (target.kind === 's3' && store.kind === 's3')
    return target.endpoint === store.endpoint && target.bucket === store.bucket;
  if (target.kind !== 'disk' || store.kind !== 'disk') return false;
  return `${resolve(target.dir)}/`.startsWith(`${resolve(store.dir)}/`);
}

/** @throws ConfigurationError for a place without a key, a key without a place, half a bucket, or a place within the store. */
export function readBackups(value: z.infer<typeof Variables>, store: StorageConfig): BackupConfig | null {
  const recipient = value.BACKUP_RECIPIENT;
  const place = {
    STORAGE_DIR: value.BACKUP_DIR,
    S3_ENDPOINT: value.BACKUP_S3_ENDPOINT,
    S3_REGION: value.BACKUP_S3_REGION,
    S3_BUCKET: value.BACKUP_S3_BUCKET,
    S3_ACCESS_KEY_ID: value.BACKUP_S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: value.BACKUP_S3_SECRET_ACCESS_KEY,
  };
  const hasPlace = Object.entries(place).some(([name, given]) => name !== 'S3_REGION' && given !== undefined);
  if (!recipient && !hasPlace) return null;
  if (!recipient) throw new ConfigurationError(['BACKUP_RECIPIENT is needed: backups are never written in the clear']);
  const target = readTarget(place);
  if (isWithin(target, store))
    throw new ConfigurationError(['backups would lie in the store that they are of: name another place']);
  return { target, recipient };
}

function readTarget(place: Parameters<typeof readStorage>[0]): StorageConfig {
  try {
    return readStorage(place);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(
      error.problems.map((problem) =>
        problem.replaceAll('STORAGE_DIR', 'BACKUP_DIR').replaceAll(/\bS3_/g, 'BACKUP_S3_'),
      ),
    );
  }
}
