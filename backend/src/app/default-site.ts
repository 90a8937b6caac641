import { createHash } from 'node:crypto';
import { facts } from '../facts/index.js';
import { describeSite, type Site } from '../site/index.js';
import { seedOrder, STYLE_SEED } from '../styles/index.js';
import { defaultConfig } from './describe-offline.js';

/** The site of an installation as it comes, for rendering its pages ahead: a fresh database says the same. */
export function defaultSite(): Site {
  return describeSite(
    defaultConfig(),
    [...facts.plans],
    // The seeded packs all need a subscription.
    [],
    STYLE_SEED.map((style, index) => ({ ...style, id: idOf(style.slug), sortOrder: seedOrder(index) })),
    // The first rate: what is generated is the same every day.
    new Date(0),
  );
}

/** Stands in for the random id that a database gives, and is the same each time. */
function idOf(slug: string): string {
  const hex = createHash('sha256').update(`style ${slug}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
