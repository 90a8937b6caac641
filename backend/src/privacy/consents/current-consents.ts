import type { Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { CONSENT_VERSION_LENGTH } from './consent-version.js';
import type { CurrentConsents } from './consents.schemas.js';

/** Who receives facial images beside the operator, by the engine in use. */
export const FACE_RECIPIENTS = {
  studio: [],
  replicate: [{ name: 'Replicate', country: 'USA', basis: 'standard_contractual_clauses' }],
} as const satisfies Record<Config['engine']['name'], CurrentConsents['facial_images']['recipients']>;

/** @throws Error at start where a version would not fit into its row. */
function fitting(...parts: string[]): string {
  const version = parts.join('+');
  if (version.length > CONSENT_VERSION_LENGTH)
    throw new Error(`The version ${version} of a consent is longer than ${CONSENT_VERSION_LENGTH} characters.`);
  return version;
}

/** What is asked for here. The version to facial images names who receives them, so that people are asked again when that changes. */
export function currentConsents(
  { engine }: { engine: Pick<Config['engine'], 'name'> },
  recipients: CurrentConsents['facial_images']['recipients'] = [...FACE_RECIPIENTS[engine.name]],
): CurrentConsents {
  const names = recipients.map(({ name }) => name.toLowerCase());
  return {
    facial_images: {
      version: fitting(facts.consents.facialImages, ...names),
      attestationVersion: fitting(facts.consents.personPictured, ...names),
      portraitsBy: engine.name,
      recipients,
    },
    self_and_adult: { version: fitting(facts.consents.selfAndAdult) },
  };
}
