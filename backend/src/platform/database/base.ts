import { timeNow } from '../clock/index.js';
import { randomUUID } from 'node:crypto';
import { p } from '@mikro-orm/core';

/** Columns every table of ours has. Ids are random, so that none can be guessed from another. */
export const baseProperties = {
  id: p
    .uuid()
    .primary()
    .onCreate(() => randomUUID()),
  createdAt: p.datetime(3).onCreate(() => new Date(timeNow())),
};
