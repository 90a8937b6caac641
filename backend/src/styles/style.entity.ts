import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const STYLE_CATEGORIES = ['studio', 'city', 'office', 'outdoor', 'creative'] as const;
/** What people need portraits for; a style serves one or several. */
export const STYLE_PURPOSES = ['application', 'linkedin', 'team', 'press'] as const;
export type StylePurpose = (typeof STYLE_PURPOSES)[number];

export const StyleSchema = defineEntity({
  name: 'Style',
  tableName: 'style',
  properties: {
    ...baseProperties,
    slug: p.string().length(60).unique(),
    /** The engine's scene; stays when an admin edits the slug. */
    scene: p.string().length(60),
    displayName: p.string().length(80),
    description: p.string().length(500),
    /** What it shows, in English words, for engines that are told in words. */
    prompt: p.text().default(''),
    category: p.enum(STYLE_CATEGORIES),
    purposes: p.array<StylePurpose>().default([]),
    enabled: p.boolean().default(true),
    sortOrder: p.integer().default(0),
  },
  checks: [{ name: 'style_purposes_known', expression: `purposes <@ '{${STYLE_PURPOSES.join(',')}}'` }],
});
export class Style extends StyleSchema.class {}
StyleSchema.setClass(Style);
