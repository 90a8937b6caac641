import { z } from 'zod';

export interface RehearsalConfig {
  /** Who gets emails: addresses in lower case, and domains with their `@`. */
  emailsTo: string[];
}

const RECEIVER = /^[^\s@]*@[^\s@]+$/;

export const rehearsalVariables = {
  /** Who gets emails of a rehearsal: addresses and whole domains, `anna@example.org @firma.ch`, divided by spaces or commas. */
  REHEARSAL_EMAILS: z
    .string()
    .transform((list) =>
      list
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    )
    .pipe(z.array(z.string().regex(RECEIVER, 'an address, or a domain with its @')).min(1))
    .optional(),
};

type Given = { MODE: string; REHEARSAL_EMAILS?: string[] | undefined };

export const readRehearsal = (value: Given): RehearsalConfig | null =>
  value.MODE === 'rehearsal' ? { emailsTo: value.REHEARSAL_EMAILS ?? [] } : null;

export function unfitRehearsal({ MODE, REHEARSAL_EMAILS }: Given): string[] {
  if (MODE === 'rehearsal' && !REHEARSAL_EMAILS)
    return ['REHEARSAL_EMAILS is needed: whom a rehearsal may write to, anna@example.org or @example.org'];
  if (MODE !== 'rehearsal' && REHEARSAL_EMAILS) return ['REHEARSAL_EMAILS is for MODE=rehearsal only'];
  return [];
}
