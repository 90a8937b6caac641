import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INVARIANTS, readInvariants } from '../../src/app/invariants.js';
import { facts } from '../../src/facts/index.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { checkBooks } from '../../src/invariants/index.js';
import type { Caller } from '../support/caller.js';
import { subscriber } from '../support/customers.js';
import { idOf, profileWithModel, recordShown } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';

let product: Product;
let person: Caller;
let userId: string;
let profileId: string;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  person = await subscriber(product, 'professional');
  userId = await idOf(person);
  profileId = await profileWithModel(product, person);
});
afterAll(() => product.stop());

const sql = (text: string, ...values: unknown[]) => product.em().execute(text, values);
const violated = async () => [...(await readInvariants(product.config))].filter(([, lines]) => lines.length > 0);

/** A run as it is delivered: charged, with marked files. */
async function delivered(): Promise<string> {
  const id = randomUUID();
  const [{ balance }] = (await sql('select balance from credit_account where user_id = ?', userId)) as [
    { balance: number },
  ];
  await sql('update credit_account set balance = balance - 10 where user_id = ?', userId);
  await sql(
    `insert into credit_ledger (id, created_at, user_id, delta, reason, business_key, balance_after, generation_id) values (gen_random_uuid(), now(), ?, -10, 'generation_charge', ?, ?, ?)`,
    userId,
    `generation:${id}:charge`,
    balance - 10,
    id,
  );
  await sql(
    `insert into generation (id, created_at, user_id, profile_id, style_id, scene, seed, status, progress_fraction, completed_at, expires_at)
     select ?, now(), ?, ?, id, scene, 1, 'completed', 1, now(), now() + interval '90 days' from style order by sort_order limit 1`,
    id,
    userId,
    profileId,
  );
  await recordShown(product.em(), id);
  const jpeg = await sharp({ create: { width: 8, height: 10, channels: 3, background: '#888' } })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/">http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic</x:xmpmeta>',
    )
    .jpeg()
    .toBuffer();
  for (let index = 0; index < facts.generation.portraits; index += 1) {
    const [key, preview] = [`portraits/${id}/${index}.jpg`, `portraits/${id}/${index}-preview.webp`];
    for (const each of [key, preview]) await product.api.get(ObjectStorage).put(each, jpeg, 'image/jpeg');
    await sql(
      'insert into portrait (id, created_at, generation_id, user_id, position, storage_key, preview_key, width, height, bytes, likeness, rank) values (gen_random_uuid(), now(), ?, ?, ?, ?, ?, 8, 10, ?, 1, 1)',
      id,
      userId,
      index,
      key,
      preview,
      jpeg.length,
    );
  }
  return id;
}

test('of an installation in order all hold, and each has its line', async () => {
  await delivered();
  const found = await readInvariants(product.config);
  expect([...found]).toEqual(Object.keys(INVARIANTS).map((name) => [name, []]));
});

describe('what is broken is named', () => {
  test('I1: a balance that is not what was booked', async () => {
    await sql('update credit_account set balance = balance + 5 where user_id = ?', userId);
    expect(await violated()).toMatchObject([['I1', [expect.stringContaining(userId)]]]);
    await sql('update credit_account set balance = balance - 5 where user_id = ?', userId);
  });

  test('I4: a profile that was ready and is not', async () => {
    await sql(`update ai_profile set status = 'created' where id = ?`, profileId);
    expect(await violated()).toMatchObject([['I4', [expect.stringContaining(profileId)]]]);
    await sql(`update ai_profile set status = 'ready' where id = ?`, profileId);
  });

  test('I5: a portrait too few, one that is gone, cut off, or says nothing of how it was made', async () => {
    const id = await delivered();
    const storage = product.api.get(ObjectStorage);
    const key = (index: number) => `portraits/${id}/${index}.jpg`;
    const whole = await storage.read(key(0));
    await storage.delete([key(0), `portraits/${id}/3-preview.webp`]);
    await storage.put(key(1), whole.subarray(0, 100), 'image/jpeg');
    await storage.put(
      key(2),
      Buffer.from(whole.toString('latin1').replace('digitalsourcetype', 'digitalsource----'), 'latin1'),
      'image/jpeg',
    );
    await sql('delete from portrait where generation_id = ? and position = 7', id);
    const [[name, lines], seventh] = (await violated()) as [[string, string[]], [string, string[]]];
    expect(name).toBe('I5');
    expect(seventh[0]).toBe('I7');
    expect(seventh[1].join()).toContain('rows without their object');
    expect(
      lines
        .map(
          (line) =>
            /(?:with 7 portraits|is not in the storage|is not the file that was delivered|does not say how it was made|has no preview)$/.exec(
              line,
            )?.[0],
        )
        .toSorted(),
    ).toEqual([
      'does not say how it was made',
      'does not say how it was made',
      'has no preview',
      'is not in the storage',
      'is not the file that was delivered',
      'with 7 portraits',
    ]);
    await sql('delete from portrait where generation_id = ?', id);
    await sql('delete from generation where id = ?', id);
  });

  test('I6: work that everybody forgot, and a run without any', async () => {
    const job = randomUUID();
    await sql(
      `insert into job (id, created_at, queue, topic, payload, run_after, dispatched_at, dispatches, attempt, max_attempts) values (?, now(), 'upkeep', 'accounts.leftovers_due', '{}', now() - interval '2 hours', now(), 1, 0, 2)`,
      job,
    );
    expect(await violated()).toMatchObject([['I6', [expect.stringContaining(job)]]]);
    await sql('delete from job where id = ?', job);
    const id = await delivered();
    await sql(`update generation set status = 'processing', completed_at = null where id = ?`, id);
    expect(await violated()).toMatchObject([['I6', [expect.stringContaining(`${id} is under way without a job`)]]]);
    await sql(`update generation set status = 'completed', completed_at = now() where id = ?`, id);
  });

  test('I7: an object that nothing refers to', async () => {
    const { storage } = product.config;
    const file = join(storage.kind === 'disk' ? storage.dir : '', 'portraits', randomUUID(), '0.jpg');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'x');
    utimesSync(file, new Date(0), new Date(0));
    expect(await violated()).toMatchObject([['I7', [expect.stringContaining('1 objects without a row')]]]);
    rmSync(file);
  });

  test('I8: a draft that should have gone, and a deletion that the journal does not know', async () => {
    const draft = randomUUID();
    await sql(
      `insert into ai_profile (id, created_at, user_id, gender, status) values (?, now() - interval '9 days', ?, 'female', 'created')`,
      draft,
      userId,
    );
    await sql(
      `insert into deletion_receipt (id, created_at, user_id, kind, rule, count) values (gen_random_uuid(), now() - interval '2 hours', ?, 'portraits', 'asked', 8)`,
      userId,
    );
    expect(await violated()).toMatchObject([
      ['I8', [expect.stringContaining('drafts: 1 are still there'), 'I8 1 deletions are missing in the journal']],
    ]);
    await sql('delete from ai_profile where id = ?', draft);
    await sql('delete from deletion_receipt where user_id = ?', userId);
  });

  test('I11: credits that came back for what was shown, and pictures that nobody recorded', async () => {
    const id = await delivered();
    for (const cause of ['customer', null, 'failure']) {
      const em = product.em();
      await em.begin();
      try {
        await em.execute('delete from portrait where generation_id = ?', [id]);
        await em.execute('delete from generation where id = ?', [id]);
        await em.execute(
          `insert into credit_ledger (id, created_at, user_id, delta, reason, business_key, balance_after, generation_id, caused_by)
           select gen_random_uuid(), now(), user_id, 10, 'generation_return', ?, balance + 10, ?, ? from credit_account where user_id = ?`,
          [`generation:${id}:return`, id, cause, userId],
        );
        const found = (await checkBooks(em)).filter((line) => line.startsWith('I11 '));
        expect([cause, found.length]).toEqual([cause, cause === 'failure' ? 0 : 1]);
        if (cause !== 'failure') expect(found[0]).toContain(id);
      } finally {
        await em.rollback();
      }
    }
    await sql('delete from shown_run where generation_id = ?', id);
    expect(await violated()).toMatchObject([['I11', [expect.stringContaining(`${id} shows something`)]]]);
    await recordShown(product.em(), id);
  });

  test('I9: an email that exists twice', async () => {
    await sql('alter table mail drop constraint mail_key_unique');
    await sql(
      `insert into mail (id, created_at, key, message_id, template) select gen_random_uuid(), now(), key, message_id || '2', template from mail limit 1`,
    );
    expect(await violated()).toMatchObject([['I9', [expect.stringContaining('exists more than once')]]]);
  });
});
