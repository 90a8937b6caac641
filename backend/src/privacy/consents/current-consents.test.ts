import { expect, test } from 'vitest';
import { facts } from '../../facts/index.js';
import { CONSENT_VERSION_LENGTH } from './consent-version.js';
import { ConsentSchema } from './consent.entity.js';
import { currentConsents } from './current-consents.js';

const recipient = (name: string) => ({ name, country: 'USA', basis: 'standard_contractual_clauses' as const });

test('versions name every recipient, and fit into their row', () => {
  const { facial_images: faces } = currentConsents({ engine: { name: 'replicate' } }, [
    recipient('Replicate'),
    recipient('Another Provider of Portraits'),
  ]);
  expect(faces.version).toBe(`${facts.consents.facialImages}+replicate+another provider of portraits`);
  expect(faces.attestationVersion).toBe(`${facts.consents.personPictured}+replicate+another provider of portraits`);
  expect(ConsentSchema.meta.properties.version.length).toBe(CONSENT_VERSION_LENGTH);
});

test('one that would not fit stops the start', () => {
  const tooMany = Array.from({ length: 10 }, (_, number) => recipient(`Provider of portraits ${number}`));
  expect(() => currentConsents({ engine: { name: 'replicate' } }, tooMany)).toThrow('longer than 100 characters');
});
