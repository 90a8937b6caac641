import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** What links to portraits are made for. */
export const LINK_PURPOSES = ['vote'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** The only way to a portrait without its owner's session or key: a secret of its own for one purpose, until it ends or is taken back. */
export const PublishedLinkSchema = defineEntity({
  name: 'PublishedLink',
  tableName: 'published_link',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    purpose: p.enum(LINK_PURPOSES),
    /** What it opens: for a vote, the vote. */
    subjectId: p.uuid().unique(),
    tokenHash: p.string().length(64).unique(),
    endsAt: p.datetime(3).index(),
  },
});
export class PublishedLink extends PublishedLinkSchema.class {}
PublishedLinkSchema.setClass(PublishedLink);
