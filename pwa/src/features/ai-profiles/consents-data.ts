import { api, keptAnswers, type Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';

/** What the server asks for: its versions, and who receives facial images there. */
export type CurrentConsents = Schemas['CurrentConsents'];
export type ConsentKind = Schemas['Consent']['kind'];

/**
 * The versions of what this build says to these recipients. The server refuses those of texts that were replaced while the page was open: nobody
 * agrees to words that were not shown.
 */
export function shownVersions({ recipients }: Pick<CurrentConsents['facial_images'], 'recipients'>) {
  const { facialImages, personPictured, selfAndAdult } = facts.consents;
  const named = (version: string) => [version, ...recipients.map(({ name }) => name.toLowerCase())].join('+');
  return { facial_images: named(facialImages), self_and_adult: selfAndAdult, attestation: named(personPictured) };
}

const CONSENT_KINDS: readonly ConsentKind[] = ['facial_images', 'self_and_adult'];

/** Whether a consent is withdrawn, or was never given: one to an earlier version only waits for the new one. */
const isWithdrawn = (items: readonly Schemas['Consent'][]): boolean =>
  CONSENT_KINDS.some((kind) => !items.some((given) => given.kind === kind && !given.revokedAt));

/** The same of this customer; where nobody can tell, nothing is withdrawn. */
export async function hasWithdrawn(): Promise<boolean> {
  const before = keptAnswers();
  try {
    const { items } = await api.listConsents();
    // What the device has kept may be older than a consent.
    return isWithdrawn(items) && keptAnswers() === before;
  } catch {
    return false;
  }
}

/** What the server asks for, and what of it is missing. */
export async function askedConsents() {
  const { items, current } = await api.listConsents();
  const missing = CONSENT_KINDS.filter(
    (kind) =>
      !items.some((given) => given.kind === kind && given.version === current[kind].version && !given.revokedAt),
  );
  return { current, missing, withdrawn: isWithdrawn(items) };
}
