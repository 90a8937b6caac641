import { COMPLAINTS } from '@bildnis/studio/core';
import { expect, it } from 'vitest';
import { promptFor } from './prompt.js';

const model = { triggerWord: 'TOK', noun: 'woman' } as const;
const STYLE = 'plain light studio background';

it('says what was not liked in words of its own for each reason, and nothing of it without one', () => {
  const usual = promptFor(model, STYLE, 0);
  expect(usual).toBe(promptFor(model, STYLE, 0, null));
  const answers = COMPLAINTS.map((complaint) => promptFor(model, STYLE, 0, complaint));
  expect(new Set([usual, ...answers]).size).toBe(1 + COMPLAINTS.length);
  for (const prompt of answers) for (const part of ['photo of TOK woman', STYLE]) expect(prompt).toContain(part);
});
