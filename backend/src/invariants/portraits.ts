import type { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../facts/index.js';
import type { ObjectStorage } from '../integrations/storage/index.js';

const PAGE = 200;

interface Row {
  id: string;
  generation_id: string;
  storage_key: string;
  preview_key: string;
  bytes: number;
}

/** I5: completed means exactly 8 portraits, each whole, readable and marked as what it is. Reads every one of them. */
export async function checkPortraits(em: EntityManager, storage: ObjectStorage): Promise<string[]> {
  const wrong = await em.execute<{ id: string; portraits: number }[]>(
    `select g.id, count(p.id)::int as portraits from generation g left join portrait p on p.generation_id = g.id where g.status = 'completed' group by g.id having count(p.id) <> ?`,
    [facts.generation.portraits],
  );
  const violations = wrong.map(({ id, portraits }) => `I5 generation ${id} is completed with ${portraits} portraits`);
  for (let after = ''; ;) {
    const rows = await em.execute<Row[]>(
      `select id, generation_id, storage_key, preview_key, bytes from portrait where id::text > ? order by id::text limit ${PAGE}`,
      [after],
    );
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
