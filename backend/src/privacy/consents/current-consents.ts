import type { Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import type { CurrentConsents } from './consents.schemas.js';

/** Who receives facial images beside the operator, by the engine in use. */
export const FACE_RECIPIENTS = {
  studio: [],
  replicate: [{ name: 'Replicate', country: 'USA', basis: 'standard_contractual_clauses' }],
} as const satisfies Record<Config['engine']['name'], CurrentConsents['facial_images']['recipients']>;

/** What is asked for here. The version to facial images names who receives them, so that people are asked again when that changes. */
export function currentConsents({ engine }: { engine: Pick<Config['engine'], 'name'> }): CurrentConsents {
  const recipients = [...FACE_RECIPIENTS[engine.name]];
  const names = recipients.map(({ name }) => name.toLowerCase());
  return {
    facial_images: {
      version: [facts.consents.facialImages, ...names].join('+'),
      portraitsBy: engine.name,
      recipients,
    },
    self_and_adult: { version: facts.consents.selfAndAdult },
  };
}
