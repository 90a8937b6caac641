import { api, BildnisError, type Schemas } from '~/lib/api';
import { shownVersions, type CurrentConsents } from './consents-data';

type Attestation = Schemas['Attestation'];
export type Subject = Attestation['subject'];
type Faces = CurrentConsents['facial_images'];

/** What the server wants to know of a profile before it goes on. */
export interface OpenAttestation {
  profileId: string;
  /** Who receives the images, and the version that says so. */
  faces: Faces;
  /** Somebody else was attested when less was kept or others received the images: it is attested anew. */
  isOutdated: boolean;
}

/** What has to be attested after a refusal with `attestation_required`. */
export async function openAttestation(profileId: string, error: unknown): Promise<OpenAttestation> {
  const { facial_images: faces } = await api.getCurrentConsents();
  const isOutdated = error instanceof BildnisError && error.fields.some(({ code }) => code === 'outdated');
  return { profileId, faces, isOutdated };
}

/** Notes with a profile who is in its photos; of somebody else, to which words and recipients they have agreed. */
export function attest(profileId: string, subject: Subject, faces: Faces) {
  const attestation: Attestation =
    subject === 'self' ? { subject } : { subject, consentConfirmed: true, version: shownVersions(faces).attestation };
  return api.updateAiProfile({ path: { id: profileId }, body: { attestation } });
}

/** Whether somebody else is to be attested anew before the next photo. */
export const isAttestedBefore = (
  profile: Pick<Schemas['AiProfile'], 'attestation'> | null,
  { attestationVersion }: Faces,
): boolean => profile?.attestation?.subject === 'other' && profile.attestation.version !== attestationVersion;
