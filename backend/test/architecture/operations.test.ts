import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VARIABLES } from '../../src/config/index.js';
import { STRIPE_EVENTS } from '../../src/integrations/payments/index.js';
import { COMPOSE_FILES, readCompose, readDockerText, repository } from '../support/docker-files.js';

const folder = join(repository, 'docs/operations');
const page = (name: string) => readFileSync(join(folder, name), 'utf8');
const variablesIn = (text: string) =>
  new Set(
    [...text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|MODE|ENGINE|SCHEDULES)(?==|`)/g)].map(([, name]) => name!),
  );

/** Of the images and compose files, not of the product. */
const AROUND = ['SITE_ADDRESS', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'API_HOST', 'API_PORT'];

test('every variable is described, and none that is not there', () => {
  expect([...variablesIn(page('configure.md'))].toSorted()).toEqual([...VARIABLES, ...AROUND].toSorted());
});

test('the other pages, the example and the compose files name only variables there are', () => {
  const known = new Set([...VARIABLES, ...AROUND]);
  for (const name of readdirSync(folder))
    for (const variable of variablesIn(page(name))) expect(known, `${name}: ${variable}`).toContain(variable);
  for (const [, variable] of readDockerText('example.env').matchAll(/^(?:# )?([A-Z0-9_]+)=/gm))
    expect(known, variable).toContain(variable);
  for (const file of COMPOSE_FILES)
    for (const name of ['api', 'worker', 'migrate'])
      for (const variable of Object.keys(readCompose(file).services[name]!.environment ?? {}))
        expect(VARIABLES).toContain(variable);
});

test('the page on installing names the events of the payment provider that the product needs', () => {
  const names = [...page('install.md').matchAll(/`((?:checkout|customer|invoice|charge|refund)\.[a-z._]+)`/g)];
  expect(names.map(([, name]) => name)).toEqual(STRIPE_EVENTS);
});

test('every page of ours that is linked is there', () => {
  for (const name of readdirSync(folder))
    for (const [, target] of page(name).matchAll(/\]\((?!https?:)([^)#]+)\)/g))
      expect(existsSync(join(folder, target!)), `${name}: ${target}`).toBe(true);
});
