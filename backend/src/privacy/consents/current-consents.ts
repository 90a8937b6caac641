import type { Config } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import type { CurrentConsents } from './consents.schemas.js';

/** What is asked for here. The version to facial images names who receives them, so that people are asked again when that changes. */
export function currentConsents({ engine }: { engine: Pick<Config['engine'], 'name'> }): CurrentConsents {
  const recipients = [...facts.faceRecipients[engine.name]];
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
