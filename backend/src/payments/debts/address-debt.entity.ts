import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** An account that left while something was owed, or could still come to be: its address as a keyed hash, and the next account under it. */
export const AddressDebtSchema = defineEntity({
  name: 'AddressDebt',
  tableName: 'address_debt',
  properties: {
    ...baseProperties,
    addressHash: p.string().length(43).index(),
    /** The account that left. */
    userId: p.uuid().unique(),
    /** The account that has taken the debt over. */
    heirId: p.uuid().nullable().index(),
    /** How often credits moved between the two; part of their keys in the ledger. */
    movements: p.integer().default(0),
  },
  indexes: [{ properties: ['createdAt'] }],
});
export class AddressDebt extends AddressDebtSchema.class {}
AddressDebtSchema.setClass(AddressDebt);
