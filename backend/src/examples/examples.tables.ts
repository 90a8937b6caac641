import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { ExamplePictureSchema } from './example-picture.entity.js';
import type { ExampleSchema } from './example.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) => queriesOver<TablesOf<typeof ExampleSchema | typeof ExamplePictureSchema>>(em);
