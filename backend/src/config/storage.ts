import { z } from 'zod';
import { ConfigurationError } from './configuration-error.js';
import { isPlaceholder } from './placeholders.js';

/** Where files lie: in a folder, or in a bucket of a service that speaks S3. */
export type StorageConfig = { kind: 'disk'; dir: string } | ({ kind: 's3' } & S3Config);

export interface S3Config {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where clients reach the store themselves, if they do. */
  publicEndpoint?: string | undefined;
}

const address = z.url({ protocol: /^https?$/ });

/** A bucket comes first where both are given. */
export const storageVariables = {
  STORAGE_DIR: z.string().min(1).optional(),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().min(1).default('eu-central-1'),
  /** Made when it is missing. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Where clients reach the store themselves: pictures then come from there, by links of a minute, and not through the API. */
  S3_PUBLIC_ENDPOINT: address.optional(),
};
const Variables = z.object(storageVariables);
type Variables = z.infer<typeof Variables>;

/** @throws ConfigurationError for no place at all, or half a bucket. */
export function readStorage(value: Variables): StorageConfig {
  const {
    STORAGE_DIR: dir,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = value;
  const parts = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    return {
      kind: 's3',
      endpoint,
      region: value.S3_REGION,
      bucket,
      accessKeyId,
      secretAccessKey,
      publicEndpoint: value.S3_PUBLIC_ENDPOINT,
    };
  }
  const given = Object.values(parts).filter(Boolean).length + (value.S3_PUBLIC_ENDPOINT ? 1 : 0);
  // Else files would quietly go to a folder that nobody meant.
  if (given > 0)
    throw new ConfigurationError(
      Object.entries(parts)
        .filter(([, part]) => !part)
        .map(([name]) => `${name} is needed for a bucket`),
    );
  if (!dir) throw new ConfigurationError(['STORAGE_DIR, or S3_ENDPOINT with its bucket and keys, is needed']);
  return { kind: 'disk', dir };
}

/** Over plain http a store is only spoken to within a network of one's own; what clients are sent to is outside of it. */
export function unfitStorage({
  S3_PUBLIC_ENDPOINT: outside,
  S3_SECRET_ACCESS_KEY: secret,
}: Pick<Variables, 'S3_PUBLIC_ENDPOINT' | 'S3_SECRET_ACCESS_KEY'>): string[] {
  return [
    ...(outside && !outside.startsWith('https://') ? ['S3_PUBLIC_ENDPOINT must be https in production'] : []),
    ...(secret && isPlaceholder(secret) ? ['S3_SECRET_ACCESS_KEY is a placeholder'] : []),
  ];
}
