import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const figures = z.record(z.string(), z.number().nullable());

const photoSchema = z.object({
  name: z.string(),
  /** Why the check refuses it, or doubts it; both null for a good one. */
  refused: z.string().nullable(),
  doubt: z.string().nullable(),
  /** Whether portraits are made of it, and if not of an accepted one, why. */
  isUsed: z.boolean(),
  unused: z.string().nullable(),
  /** Small picture, relative to the report; none where it cannot be decoded. */
  picture: z.string().nullable(),
});

const portraitSchema = z.object({
  style: z.string(),
  /** Position in the run. */
  index: z.number().int(),
  /** The photo it is made of. */
  photo: z.string().nullable(),
  /** Small picture, relative to the report. */
  picture: z.string(),
  figures,
});

/**
 * `portraits`: there are some. `refused`: the check takes no photo. `doubtful`: it takes some but says of each that it is a reserve, and the
 * training makes none. `none`: the training makes none of photos without doubt. `failed`: the engine broke down.
 */
export const OUTCOMES = ['portraits', 'refused', 'doubtful', 'none', 'failed'] as const;

const personSchema = z.object({
  id: z.string(),
  outcome: z.enum(OUTCOMES),
  /** What went wrong, where the engine broke down. */
  error: z.string().nullable(),
  photos: z.array(photoSchema),
  figures,
  portraits: z.array(portraitSchema),
});

const runSchema = z.object({
  version: z.literal(1),
  /** When it began, ISO 8601. */
  begun: z.string(),
  styles: z.array(z.string()),
  /** Portraits of each style. */
  count: z.number().int(),
  /** Persons by group. */
  groups: z.record(z.string(), z.array(z.string())),
  persons: z.array(personSchema),
});

export type PhotoReport = z.infer<typeof photoSchema>;
export type PortraitReport = z.infer<typeof portraitSchema>;
export type PersonReport = z.infer<typeof personSchema>;
export type RunReport = z.infer<typeof runSchema>;

/** @throws Error with a German text for a file that is no report of this version */
export async function readRun(file: string): Promise<RunReport> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`${file} lässt sich nicht lesen`, { cause });
  });
  try {
    return runSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} ist kein Bericht von «npm run quality» (Fassung 1)`, { cause });
  }
}
