import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TextPart } from '~/lib/i18n/texts';

const folder = join(import.meta.dirname, '../src/routes');
const routes = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);

/** A route and the layouts around it, by their files: `a.b.c.tsx` stands in `a.b.tsx`. */
function around(name: string): string[] {
  const parts = name.replace(/\.tsx$/, '').split('.');
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('.')}.tsx`).filter((each) => routes.has(each));
}

/** What a route takes from features that need a later part of the texts. */
const SHOWN_BY: Record<
  Exclude<
    TextPart,
    | 'aiProfiles.photos'
    | 'billing.return'
    | 'contracts'
    | 'imageCheck'
    | 'judgements'
    | 'measuring'
    | 'misuse'
    | 'plannedRun'
    | 'push'
    | 'tryOut'
  >,
  RegExp
> = {
  admin: /from '~\/features\/admin'/,
  errors: /from '~\/features\/admin'/,
  acts: /from '~\/features\/(?:admin|settings)'/,
  accounts: /from '~\/features\/accounts'/,
  aiProfiles: /\bProfilesScreen\b/,
  'aiProfiles.wizard': /\bWizardScreen\b|\bDataScreen\b/,
  'billing.order': /\bOrderScreen\b/,
  'billing.panel': /\bBillingScreen\b/,
  'billing.pricing': /\bPricingScreen\b/,
  dashboard: /from '~\/features\/dashboard'/,
  device: /\bGenerationScreen\b|\bDataScreen\b/,
  examples: /\bGenerationScreen\b|\bDataScreen\b|\bExamplesScreen\b/,
  generations: /\bGenerationScreen\b|\bFavouritesScreen\b/,
  settings: /from '~\/features\/settings'/,
  site: /\bPublicFrame\b/,
  styles: /\bStyleScreen\b|\bStylesScreen\b|\bAdminStylesScreen\b/,
  votes: /\bVoteScreen\b/,
};

it.each(Object.entries(SHOWN_BY))('every route that shows texts of «%s» fetches them first', (part, shows) => {
  const shown = [...routes].filter(([, code]) => shows.test(code)).map(([name]) => name);
  expect(shown).not.toEqual([]);
  expect(
    shown.filter((name) => !around(name).some((each) => routes.get(each)?.includes(`loadTexts('${part}')`))),
  ).toEqual([]);
});
