import { z } from 'zod';
import { ConfigurationError } from './configuration-error.js';

export interface CredentialsConfig {
  certificateFile: string;
  keyFile: string;
  algorithm: string;
  timestampUrl: string | null;
  /** Package name or path of the library that signs. */
  library: string;
}

export const credentialsVariables = {
  /** Finished pictures are signed (C2PA) with both, and with the library (docs/provenance.md). PEM files; the certificate with its chain. */
  C2PA_CERTIFICATE_FILE: z.string().min(1).optional(),
  C2PA_KEY_FILE: z.string().min(1).optional(),
  C2PA_ALGORITHM: z.enum(['es256', 'es384', 'es512', 'ps256', 'ps384', 'ps512', 'ed25519']).default('es256'),
  /** A timestamp authority (RFC 3161). */
  C2PA_TIMESTAMP_URL: z.url().optional(),
  /** Where the library lies, if not beside the others. */
  C2PA_LIBRARY: z.string().min(1).default('@contentauth/c2pa-node'),
};

const Variables = z.object(credentialsVariables);

/** Null where finished pictures are not signed. @throws ConfigurationError when only one of both files is named */
export function readCredentials(value: z.infer<typeof Variables>): CredentialsConfig | null {
  const {
    C2PA_CERTIFICATE_FILE: certificateFile,
    C2PA_KEY_FILE: keyFile,
    C2PA_ALGORITHM: algorithm,
    C2PA_TIMESTAMP_URL: timestampUrl,
    C2PA_LIBRARY: library,
  } = value;
  if (!certificateFile && !keyFile) return null;
  if (!certificateFile || !keyFile)
    throw new ConfigurationError(['C2PA_CERTIFICATE_FILE and C2PA_KEY_FILE are needed together']);
  return { certificateFile, keyFile, algorithm, timestampUrl: timestampUrl ?? null, library };
}
