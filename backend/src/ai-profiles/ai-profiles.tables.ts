import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { AiProfileSchema } from './ai-profile.entity.js';
import type { ReferencePhotoSchema } from './reference-photo.entity.js';
import type { TrainedModelSchema } from './trained-model.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<TablesOf<typeof AiProfileSchema | typeof ReferencePhotoSchema | typeof TrainedModelSchema>>(em);
