import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NestFactory } from '@nestjs/core';
import { ReplayModule, replayJournal } from '../../src/app/replay-journal.js';
import { AccountDataRegistry } from '../../src/identity/index.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { draftMarkedComplete } from '../support/customers.js';
import { completedRun, profileWithModel, storedKeys } from '../support/holdings.js';
import { member } from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';
import { settled } from '../support/retention.js';
import { endpointAt } from '../support/webhook-endpoints.js';

/** Fault case 14: after an older backup was restored, deletions are replayed first. */
let product: Product;
beforeEach(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterEach(() => product.stop());

const KEPT = [
  'app_user',
  'ai_profile',
  'reference_photo',
  'trained_model',
  'generation',
  'portrait',
  'deletion_receipt',
  'webhook_endpoint',
] as const;
interface Dump {
  rows: Record<(typeof KEPT)[number], Record<string, unknown>[]>;
  files: Map<string, Buffer>;
}

async function dump(): Promise<Dump> {
  const rows = Object.fromEntries(
    await Promise.all(
      KEPT.map(async (table) => [table, await product.em().execute(`select to_jsonb(t) as row from "${table}" t`)]),
    ),
  ) as Dump['rows'];
  const files = new Map<string, Buffer>();
  for (const key of await storedKeys(product)) files.set(key, await product.api.get(ObjectStorage).read(key));
  return { rows, files };
}

/** Rows and files as they were, in the place of those that are there. */
async function restore(saved: Dump): Promise<void> {
  for (const [key, bytes] of saved.files)
    await product.api.get(ObjectStorage).put(key, bytes, 'application/octet-stream');
  await product.em().transactional(async (em) => {
    await em.execute('delete from account_deletion');
    await em.execute('delete from consent');
    for (const table of [...KEPT].toReversed()) await em.execute(`delete from "${table}"`);
    for (const table of KEPT)
      for (const { row } of saved.rows[table])
        await em.execute(`insert into "${table}" select * from jsonb_populate_record(null::"${table}", ?::jsonb)`, [
          JSON.stringify(row),
        ]);
  });
}

function rewriteJournal(change: (lines: string[]) => string[]): void {
  const { journalDir } = product.config;
  for (const name of readdirSync(journalDir)) {
    const lines = readFileSync(join(journalDir, name), 'utf8').trim().split('\n');
    writeFileSync(join(journalDir, name), `${change(lines).join('\n')}\n`);
  }
}

const count = async (table: string, where = 'true'): Promise<number> =>
  (await product.em().execute<{ number: number }[]>(`select count(*)::int as number from ${table} where ${where}`))[0]!
    .number;

test('what was deleted since goes again, with its files; receipts come back; what nobody deleted stays; again changes nothing', async () => {
  const [stays, leaves] = [await member(product), await member(product)];
  const kept = await profileWithModel(product, stays.caller);
  const goes = await profileWithModel(product, stays.caller);
  const runKept = await completedRun(product, stays.caller, kept);
  const runGoes = await completedRun(product, stays.caller, kept);
  await draftMarkedComplete(product, leaves.caller);
  for (const { caller } of [stays, leaves]) await endpointAt(caller, 'https://example.org/hook');
  await completedRun(product, leaves.caller, await profileWithModel(product, leaves.caller));
  const saved = await dump();

  expect((await stays.caller.delete(`/generations/${runGoes.id}`)).status).toBe(204);
  expect((await stays.caller.delete(`/ai-profiles/${goes}`)).status).toBe(204);
  expect((await leaves.caller.post('/me/deletion', { confirmEmail: leaves.email })).status).toBe(200);
  await settled(product);
  const receipts = await product
    .em()
    .execute('select id, user_id, kind, rule, count, model, crops from deletion_receipt order by id');
  const files = await storedKeys(product);

  expect(saved.files.size).toBeGreaterThan(files.length);

  await restore(saved);
  expect([
    await count('generation'),
    await count('ai_profile'),
    await count('app_user', 'deleted_at is null'),
    await count('webhook_endpoint'),
  ]).toEqual([3, 4, 2, 2]);
  expect(await replayJournal(product.config)).toEqual({ lines: 3, repeated: 3 });
  await settled(product);
  expect(await product.em().execute('select id from generation')).toEqual([{ id: runKept.id }]);
  expect(await product.em().execute('select id from ai_profile')).toEqual([{ id: kept }]);
  expect(await product.em().execute('select id from app_user where deleted_at is null')).toEqual([{ id: stays.id }]);
  expect(await product.em().execute('select user_id from webhook_endpoint')).toEqual([{ user_id: stays.id }]);
  expect(await count('app_user', `email = '${leaves.email}'`)).toBe(0);
  expect(
    await product.em().execute('select id, user_id, kind, rule, count, model, crops from deletion_receipt order by id'),
  ).toEqual(receipts);
  expect(await storedKeys(product)).toEqual(files);

  const command = fileURLToPath(new URL('../../dist/replay-journal.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [command], {
    env: { PATH: process.env['PATH'], ...product.env },
  });
  expect(stdout).toBe('3 lines read, 0 deletions repeated\n');
  expect([await count('reference_photo'), await count('trained_model'), await count('portrait')]).toEqual([0, 1, 2]);
});

test('a portrait that was deleted by itself goes again, alone or with the last of its run; what is beside it stays', async () => {
  const { caller } = await member(product);
  const profileId = await profileWithModel(product, caller);
  const [stays, ends] = [
    await completedRun(product, caller, profileId, 3),
    await completedRun(product, caller, profileId, 2),
  ];
  const [first, second, third] = [...stays.portraits.keys()];
  const saved = await dump();
  for (const id of [first, second, ...ends.portraits.keys()])
    expect((await caller.delete(`/portraits/${id}`)).status).toBe(204);
  await settled(product);
  const state = async () => ({
    runs: await product.em().execute('select id, deleted_portraits from generation'),
    portraits: await product.em().execute('select id from portrait'),
    receipts: await product.em().execute('select id, user_id, kind, rule, count from deletion_receipt order by id'),
    files: await storedKeys(product),
  });
  const before = await state();
  expect(before).toMatchObject({ runs: [{ id: stays.id, deleted_portraits: 2 }], portraits: [{ id: third }] });

  // Whichever of its lines was written first: each was the work of a job.
  for (const [orders, repeated] of [
    [(line: string) => (line.includes(ends.id) ? 1 : 0), 4],
    [(line: string) => (line.includes(ends.id) ? 0 : 1), 3],
  ] as const) {
    await restore(saved);
    expect([await count('generation'), await count('portrait')]).toEqual([2, 5]);
    rewriteJournal((lines) => lines.toSorted((a, b) => orders(a) - orders(b)));
    expect(await replayJournal(product.config)).toEqual({ lines: 4, repeated });
    await settled(product);
    expect(await state()).toEqual(before);
  }
  expect(await replayJournal(product.config)).toEqual({ lines: 4, repeated: 0 });
  expect(await state()).toEqual(before);
});

test('an account that goes again goes as whole as from the worker: nobody who holds something about people is missing', async () => {
  const replay = await NestFactory.createApplicationContext(ReplayModule.with(product.config), { logger: false });
  const names = (app: Pick<typeof replay, 'get'>) =>
    app
      .get(AccountDataRegistry)
      .owners.map(({ name }) => name)
      .toSorted();
  try {
    expect(names(replay)).toEqual(names(product.worker!));
  } finally {
    await replay.close();
  }
});
