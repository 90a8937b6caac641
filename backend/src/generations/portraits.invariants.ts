import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { facts } from '../facts/index.js';
import type { ObjectStorage } from '../integrations/storage/index.js';
import { db } from './generations.tables.js';

const PAGE = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

interface Row {
  id: string;
  generation_id: string;
  storage_key: string;
  preview_key: string;
  bytes: number;
}

/** I5: completed means exactly 8 portraits, less those their owner deleted, each whole, readable and marked as what it is. Reads every one of them. */
export async function checkPortraits(em: EntityManager, storage: ObjectStorage): Promise<string[]> {
  const number = sql<number>`count(p.id)::int`;
  const wrong = await db(em)
    .selectFrom('generation as g')
    .leftJoin('portrait as p', 'p.generation_id', 'g.id')
    .select(['g.id', 'g.deleted_portraits', number.as('portraits')])
    .where('g.status', '=', 'completed')
    .groupBy('g.id')
    .having(sql<number>`count(p.id)::int + g.deleted_portraits`, '<>', facts.generation.portraits)
    .execute();
  const violations = wrong.map(
    ({ id, portraits, deleted_portraits: deleted }) =>
      `I5 generation ${id} is completed with ${portraits} portraits${deleted > 0 ? ` and ${deleted} deleted` : ''}`,
  );
  for (let after = BEFORE_ALL; ;) {
    const rows = await db(em)
      .selectFrom('portrait')
      .select(['id', 'generation_id', 'storage_key', 'preview_key', 'bytes'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of rows)
      violations.push(
        ...(await faultsOf(row, storage)).map((fault) => `I5 portrait ${row.id} of ${row.generation_id} ${fault}`),
      );
    if (rows.length < PAGE) return violations;
    after = rows.at(-1)!.id;
  }
}

async function faultsOf(
  { storage_key: key, preview_key: preview, bytes }: Row,
  storage: ObjectStorage,
): Promise<string[]> {
  const jpeg = await storage.read(key).catch(() => null);
  if (!jpeg) return ['is not in the storage'];
  const isWhole =
    jpeg.length === bytes && jpeg.readUInt16BE(0) === 0xffd8 && jpeg.readUInt16BE(jpeg.length - 2) === 0xffd9;
  const small = await storage.open(preview);
  small?.stream.destroy();
  return [
    ...(isWhole ? [] : ['is not the file that was delivered']),
    ...(jpeg.includes('digitalsourcetype/') ? [] : ['does not say how it was made']),
    ...(small ? [] : ['has no preview']),
  ];
}
