import type { Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';

const version = facts.consents.facialImages;

/** What an installation asks for that makes portraits itself. */
export const studioConsents: Schemas['CurrentConsents'] = {
  facial_images: { version, attestationVersion: facts.consents.personPictured, portraitsBy: 'studio', recipients: [] },
  self_and_adult: { version: facts.consents.selfAndAdult },
};

/** What one asks for that has them made at Replicate. */
export const hostedConsents: Schemas['CurrentConsents'] = {
  ...studioConsents,
  facial_images: {
    version: `${version}+replicate`,
    attestationVersion: `${facts.consents.personPictured}+replicate`,
    portraitsBy: 'replicate',
    recipients: [{ name: 'Replicate', country: 'USA', basis: 'standard_contractual_clauses' }],
  },
};
