import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { FreeRepeatSchema } from './free-repeat.entity.js';
import type { GenerationSchema } from './generation.entity.js';
import type { PlannedRunSchema } from './planned-run.entity.js';
import type { PortraitFingerprintSchema } from './portrait-fingerprint.entity.js';
import type { PortraitReminderSchema } from './portrait-reminder.entity.js';
import type { PortraitSchema } from './portrait.entity.js';
import type { PortraitLayersSchema } from './versions/portrait-layers.entity.js';
import type { PortraitVersionSchema } from './versions/portrait-version.entity.js';
import type { ShownRunSchema } from './shown-run.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<
    TablesOf<
      | typeof GenerationSchema
      | typeof PortraitSchema
      | typeof PlannedRunSchema
      | typeof FreeRepeatSchema
      | typeof PortraitFingerprintSchema
      | typeof PortraitReminderSchema
      | typeof ShownRunSchema
      | typeof PortraitVersionSchema
      | typeof PortraitLayersSchema
    >
  >(em);
