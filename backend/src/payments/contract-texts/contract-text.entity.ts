import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';
import type { LegalText } from './legal-text.js';

/** The texts that orders agreed to, as they were filled then: one row for all orders of the same words. It never changes. */
export const ContractTextSchema = defineEntity({
  name: 'ContractText',
  tableName: 'contract_text',
  properties: {
    ...baseProperties,
    /** SHA-256 of the texts. */
    hash: p.string().length(64).unique(),
    texts: p.json().$type<LegalText[]>(),
  },
});
export class ContractText extends ContractTextSchema.class {}
ContractTextSchema.setClass(ContractText);
