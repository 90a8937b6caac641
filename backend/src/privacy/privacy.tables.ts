import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { ConsentSchema } from './consents/consent.entity.js';
import type { AccountDeletionSchema } from './leaving/account-deletion.entity.js';
import type { DataExportSchema } from './leaving/data-export.entity.js';
import type { DeletionReceiptSchema } from './receipts/deletion-receipt.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<
    TablesOf<
      typeof ConsentSchema | typeof AccountDeletionSchema | typeof DataExportSchema | typeof DeletionReceiptSchema
    >
  >(em);
