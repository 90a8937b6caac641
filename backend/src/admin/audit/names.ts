import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver } from '../../platform/database/index.js';

interface Named {
  id: string;
}
interface Tables {
  app_user: Named & { email: string; deleted_at: Date | null };
  credit_pack: Named & { name: string };
  declaration: Named & { number: string };
  customer_order: Named & { number: string };
  refund: Named & { order_id: string };
}
const db = (em: EntityManager) => queriesOver<Tables>(em);

/** What these people are called; whoever has left has no name any more. */
export const userNames = (em: EntityManager, ids: readonly string[]) =>
  db(em).selectFrom('app_user').select(['id', 'email as name']).where('deleted_at', 'is', null).where('id', 'in', ids);

/** What these packs are called. */
export const packNames = (em: EntityManager, ids: readonly string[]) =>
  db(em).selectFrom('credit_pack').select(['id', 'name']).where('id', 'in', ids);

/** What these declarations are called. */
export const declarationNames = (em: EntityManager, ids: readonly string[]) =>
  db(em).selectFrom('declaration').select(['id', 'number as name']).where('id', 'in', ids);

/** What the orders of these refunds are called. */
export const refundNames = (em: EntityManager, ids: readonly string[]) =>
  db(em)
    .selectFrom('refund as r')
    .innerJoin('customer_order as o', 'o.id', 'r.order_id')
    .select(['r.id', 'o.number as name'])
    .where('r.id', 'in', ids);
