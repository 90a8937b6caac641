import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillRecord } from '../../bootstrap/fill-record.mjs';
import { VARIABLES } from '../../src/config/index.js';
import { facts } from '../../src/facts/index.js';

const folder = new URL('../../../docs/privacy/', import.meta.url);
const now = new Date('2026-12-03T13:05:00Z');

test.each(readdirSync(folder))('%s is filled from the facts and the operator’s variables', (name) => {
  const template = readFileSync(new URL(name, folder), 'utf8');
  const filled = fillRecord(template, facts, { OPERATOR_NAME: 'Lichtbild AG' }, now);
  expect(filled).not.toMatch(/\{\{|undefined|null|ß/);
  expect(filled).toContain('3. Dezember 2026');
  expect(filled).toContain('Lichtbild AG');
  expect(filled).toMatch(/\b\d+ (?:Tage|Stunde)/);
  const variables = [...template.matchAll(/\{\{([A-Z_]+)\}\}/g)].map(([, variable]) => variable!);
  expect(variables.filter((variable) => !VARIABLES.includes(variable))).toEqual([]);
});

test('what names no fact stops it; what the operator has not given stays to be written', () => {
  expect(() => fillRecord('{{retention.everything}}', facts, {}, now)).toThrow('names no fact');
  const given = { OPERATOR_HOSTING: 'Rechenhaus AG=Schweiz; Ablage GmbH=Deutschland' };
  expect(fillRecord('{{OPERATOR_HOSTING}}', facts, given, now)).toBe(
    'Rechenhaus AG (Schweiz), Ablage GmbH (Deutschland)',
  );
  expect(
    fillRecord('{{OPERATOR_DATA_PROTECTION_OFFICER}}', facts, { OPERATOR_DATA_PROTECTION_OFFICER: 'none' }, now),
  ).toBe('entfällt');
  expect(fillRecord('{{OPERATOR_NAME}}, {{hours links.lifetimeSeconds}}', facts, {}, now)).toBe('……, 1 Stunde');
});
