import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Schemas } from '@bildnis/sdk';
import { facts } from '@bildnis/sdk/facts';
import { texts } from './texts.ts';

export interface Arguments {
  photos: string;
  style: string;
  out: string;
  gender: 'male' | 'female';
  name: string;
  /** Whom the photos show. */
  attestation: NonNullable<Schemas['CreateAiProfileBody']['attestation']>;
  server: string | null;
  apiKey: string | null;
}

/** The call is wrong; shown with the usage. */
export class UsageError extends Error {}

/** @param cwd folder the command was called in; relative paths start there */
export function readArguments(argv: string[], env: Record<string, string | undefined>, cwd: string): Arguments {
  const values = parse(argv);
  const need = (name: 'photos' | 'style' | 'out'): string => {
    const value = values[name];
    if (!value) throw new UsageError(texts.missing(name));
    return value;
  };
  const photos = resolve(cwd, need('photos'));
  return {
    photos,
    style: need('style'),
    out: resolve(cwd, need('out')),
    gender: values.gender === 'female' ? 'female' : 'male',
    name: (values.name ?? basename(photos)).trim().slice(0, facts.profile.nameMax) || 'Profil',
    attestation: values['other-person'] ? { subject: 'other', consentConfirmed: true } : { subject: 'self' },
    server: values.server ?? env['BILDNIS_SERVER'] ?? null,
    apiKey: values['api-key'] ?? env['BILDNIS_API_KEY'] ?? null,
  };
}

function parse(argv: string[]) {
  try {
    const option = { type: 'string' } as const;
    return parseArgs({
      args: argv,
      options: {
        photos: option,
        style: option,
        out: option,
        gender: option,
        name: option,
        server: option,
        'api-key': option,
        'other-person': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
