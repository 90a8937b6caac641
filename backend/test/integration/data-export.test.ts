import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { Clock, HOUR, MINUTE } from '../../src/platform/clock/index.js';
import { SignedLinks } from '../../src/platform/http/index.js';
import type { Caller } from '../support/caller.js';
import { consenting, customer, subscriber } from '../support/customers.js';
import { exported, ExportInTheWay, exportsOf, settled, type Export } from '../support/exports.js';
import { completedRun, idOf, jobsOf, profileWithModel, storedKeys } from '../support/holdings.js';
import { longTest } from '../support/long-test.js';
import { PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { smallFiles } from '../support/remembered-photos.js';
import { until } from '../support/until.js';
import { unzip } from '../support/unzip.js';

let product: Product;
let inTheWay: ExportInTheWay;
/** With a plan. */
let payer: Caller;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  inTheWay = new ExportInTheWay(product);
  payer = await subscriber(product);
});
afterAll(() => product.stop());

const json = <T = Record<string, unknown>>(files: Map<string, Buffer>, name: string) =>
  JSON.parse(files.get(name)!.toString()) as T;

describe('export', () => {
  test('holds everything, byte for byte, explained, and no secret', async () => {
    const caller = await consenting(payer);
    const profileId = await profileWithModel(product, caller);
    const trained = [{ photoId: randomUUID(), number: 1, cutout: 'cutout-1.webp', reason: null, choice: 'prefer' }];
    await product
      .em()
      .execute('update trained_model set photos = ?::jsonb where profile_id = ?', [JSON.stringify(trained), profileId]);
    const run = await completedRun(product, caller, profileId, 3);
    const draft = await caller.post<{ id: string }>('/ai-profiles', { name: 'Entwurf', gender: 'female' });
    const [photo] = await smallFiles(1);
    const uploaded = await caller.upload<{ photo: { id: string } }>(draft.body.id, photo!);
    await product.em().execute(`update ai_profile set name = '../../etc/passwd' where id = ?`, [draft.body.id]);
    const key = await caller.post<{ secret: string; key: { hint: string } }>('/api-keys', {
      name: 'Ablage',
      scopes: ['account:read'],
    });

    const { files } = await exported(caller);
    const style = (await caller.get<{ items: { displayName: string }[] }>('/styles')).body.items[0]!.displayName;
    const names = [...files.keys()];
    expect(names.filter((name) => !name.includes('/')).toSorted()).toEqual([
      'LIESMICH.txt',
      'abos.json',
      'abstimmungen.json',
      'ankuendigungen.json',
      'api-nutzung.json',
      'bestellungen.json',
      'credits.json',
      'einwilligungen.json',
      'erklaerungen.json',
      'freigaben.json',
      'generationen.json',
      'konto.json',
      'lieblingsstyles.json',
      'loeschungen.json',
      'missbrauchsmeldungen.json',
      'profile.json',
      'push.json',
      'rechnungen.json',
      'sitzungen.json',
      'urteile.json',
      'vorgemerkte-styles.json',
      'vorschauen.json',
      'webhooks.json',
      'zahlungen.json',
    ]);
    const inZip = json<{ portraits: { id: string; file: string }[] }[]>(files, 'generationen.json')[0]!.portraits;
    expect(inZip.map((portrait) => portrait.id).toSorted()).toEqual([...run.portraits.keys()].toSorted());
    for (const portrait of inZip) {
      expect(portrait.file).toMatch(new RegExp(`^portraits/${style}/portrait-\\d+\\.jpg$`));
      expect(files.get(portrait.file)!.equals(run.portraits.get(portrait.id)!), portrait.file).toBe(true);
    }
    const storedPhoto = await product.api
      .get(ObjectStorage)
      .read(`photos/${draft.body.id}/${uploaded.body.photo.id}.jpg`);
    expect(files.get(`profile/etc-passwd/fotos/${uploaded.body.photo.id}.jpg`)!.equals(storedPhoto)).toBe(true);
    expect(json<{ name: string }[]>(files, 'profile.json').map(({ name }) => name)).toContain('../../etc/passwd');
    expect(
      json<{ id: string; trainedPhotos: unknown }[]>(files, 'profile.json').map(({ id, trainedPhotos }) => [
        id,
        trainedPhotos,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [profileId, trained],
        [draft.body.id, null],
      ]),
    );
    expect(names).toEqual(
      expect.arrayContaining([
        'profile/Bewerbung 2027/modell.json',
        'profile/Bewerbung 2027/ausschnitte/cutout-1.webp',
      ]),
    );

    const me = (await caller.get<{ email: string }>('/me')).body;
    expect(json(files, 'konto.json')).toMatchObject({
      email: me.email,
      displayName: 'Petra Muster',
      notifyByEmail: true,
      apiKeys: [{ name: 'Ablage', scopes: ['account:read'] }],
    });
    expect(json(files, 'einwilligungen.json')).toMatchObject({
      terms: { version: expect.any(String) },
      consents: [{ kind: 'facial_images' }, { kind: 'self_and_adult' }],
    });
    expect(json(files, 'credits.json')).toMatchObject({ balance: 240, entries: [{ delta: 240, balanceAfter: 240 }] });
    expect(json(files, 'bestellungen.json')).toMatchObject([
      { status: 'paid', amountRappen: PLAN_PRICES.professional },
    ]);
    expect(json(files, 'abos.json')).toMatchObject([{ status: 'active', planId: 'professional' }]);
    expect(json(files, 'zahlungen.json')).toMatchObject([
      { kind: 'subscription_create', amountRappen: PLAN_PRICES.professional, creditsGranted: 240, refundedRappen: 0 },
    ]);
    expect(json(files, 'sitzungen.json')).toHaveLength(1);
    const [invoice] = json<{ complete: boolean; items: { number: string; totalRappen: number }[] }>(
      files,
      'rechnungen.json',
    ).items;
    expect(invoice).toMatchObject({
      totalRappen: PLAN_PRICES.professional,
      amountPaidRappen: PLAN_PRICES.professional,
    });
    expect(files.get(`rechnungen/${invoice!.number}.pdf`)!.toString('latin1')).toMatch(/^%PDF-1\.4[^]*%%EOF\n$/);

    const text = files.get('LIESMICH.txt')!.toString();
    for (const name of names.filter((one) => one.endsWith('.json') && !one.includes('/'))) expect(text).toContain(name);
    expect(text).not.toContain('ß');
    expect(text).not.toContain('Hinweise zu diesem Export');
    const everything = names
      .filter((name) => /\.(json|txt)$/.test(name))
      .map((name) => files.get(name)!.toString())
      .join('\n');
    const [row] = await product
      .em()
      .execute<{ password_hash: string; token_hash: string }[]>(
        'select u.password_hash, s.token_hash from app_user u join session s on s.user_id = u.id where u.email = ?',
        [me.email],
      );
    for (const secret of [
      row!.password_hash,
      row!.token_hash,
      key.body.secret,
      key.body.key.hint,
      caller.token!,
      'photos/',
      'portraits/' + run.id,
      'models/',
      'argon2',
      'pdfUrl',
    ])
      expect(everything).not.toContain(secret);
  });

  test('one at a time: a double click answers with the same one; asked again later, a new one holds what has changed since', async () => {
    const caller = await customer(product);
    const [first, second] = await Promise.all([caller.post<Export>('/me/exports'), caller.post<Export>('/me/exports')]);
    expect(second.body.id).toBe(first.body.id);
    await settled(caller, first.body.id);
    const later = await caller.post<Export>('/me/exports');
    expect(later.body.id).not.toBe(first.body.id);
    await settled(caller, later.body.id);
    expect(await exportsOf(caller)).toHaveLength(2);
    expect(await jobsOf(product, 'accounts.data_export_settled', 'exportId', first.body.id)).toMatchObject([
      { payload: { status: 'ready' } },
    ]);
  });

  test('is for its owner alone: not for a stranger, not for a link without a session, not for a key', async () => {
    const [owner, stranger] = [await customer(product), await customer(product)];
    const { found } = await exported(owner);
    const key = await owner.post<{ secret: string }>('/api-keys', { name: 'Ablage', scopes: ['account:read'] });
    expect((await stranger.download(found.url!)).status).toBe(404);
    expect(
      (
        await stranger.download(
          product.api.get(SignedLinks).sign(`/api/v1/media/exports/${found.id}`, await idOf(stranger)),
        )
      ).status,
    ).toBe(404);
    expect((await product.anonymous().download(found.url!)).status).toBe(401);
    const withKey = await fetch(new URL(found.url!, product.origin), {
      headers: { authorization: `Bearer ${key.body.secret}` },
    });
    expect(withKey.status).toBe(403);
    expect(await exportsOf(stranger)).toEqual([]);
    await product
      .em()
      .execute(`update session set proven_at = now() - interval '11 minutes' where user_id = ?`, [
        await idOf(stranger),
      ]);
    expect(await stranger.post('/me/exports')).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  });

  test('goes after 24 hours: the list says so, the link ends, the file is deleted', async () => {
    const caller = await customer(product);
    const { found } = await exported(caller);
    const key = `exports/${await idOf(caller)}/${found.id}.zip`;
    expect(await storedKeys(product, 'exports/')).toContain(key);
    expect(Date.parse(found.expiresAt!) - Date.now()).toBeGreaterThan(23.9 * HOUR);
    const apiClock = product.api.get(Clock);
    apiClock.shift(24 * HOUR + MINUTE);
    try {
      expect(await exportsOf(caller)).toMatchObject([{ status: 'expired', url: null }]);
      const fresh = product.api.get(SignedLinks).sign(`/api/v1/media/exports/${found.id}`, await idOf(caller));
      for (const link of [found.url!, fresh]) expect((await caller.download(link)).status).toBe(410);
    } finally {
      apiClock.shift(-24 * HOUR - MINUTE);
    }
    const workerClock = product.worker!.get(Clock);
    workerClock.shift(24 * HOUR + MINUTE);
    try {
      await until('the file to go', async () => ((await storedKeys(product, 'exports/')).includes(key) ? null : true));
      await until('the row to say so', async () => ((await exportsOf(caller))[0]!.status === 'expired' ? true : null));
    } finally {
      workerClock.shift(-24 * HOUR - MINUTE);
    }
    expect(
      await caller.download(product.api.get(SignedLinks).sign(`/api/v1/media/exports/${found.id}`, await idOf(caller))),
    ).toMatchObject({ status: 410 });
  });

  test('that cannot be made fails after its attempts, and its owner is told', async () => {
    const caller = await customer(product);
    inTheWay.break(await idOf(caller));
    const asked = await caller.post<Export>('/me/exports');
    expect(await settled(caller, asked.body.id)).toMatchObject({ status: 'failed', url: null });
    expect(await jobsOf(product, 'accounts.data_export_requested', 'exportId', asked.body.id)).toMatchObject([
      { attempt: 4, outcome: 'failed' },
    ]);
    expect(await jobsOf(product, 'accounts.data_export_settled', 'exportId', asked.body.id)).toMatchObject([
      { payload: { status: 'failed' } },
    ]);
    expect(await storedKeys(product, `exports/${await idOf(caller)}/`)).toEqual([]);
  });

  test('the late result of an older attempt is discarded; what killed workers left on their disk goes, of other exports after two hours', async () => {
    const caller = await customer(product);
    const older = inTheWay.hold(await idOf(caller));
    const asked = await caller.post<Export>('/me/exports');
    await older.atWork;
    const below = (...names: string[]) => join(tmpdir(), 'bildnis-exports', ...names);
    const [left, old, young] = [below(asked.body.id, '0'), below(randomUUID()), below(randomUUID())];
    for (const folder of [left, old, young]) await mkdir(folder, { recursive: true });
    for (const folder of [left, old, young]) await writeFile(join(folder, 'export.zip'), 'Petra Muster');
    await utimes(old, new Date(Date.now() - 3 * HOUR), new Date(Date.now() - 3 * HOUR));
    expect((await stat(below())).mode & 0o777).toBe(0o700);
    older.letOthersPass();
    await product
      .em()
      .execute(
        `update job set leased_until = now() - interval '1 minute' where topic = 'accounts.data_export_requested' and payload->>'exportId' = ?`,
        [asked.body.id],
      );
    expect(await settled(caller, asked.body.id)).toMatchObject({ status: 'ready' });
    const [before] = await product
      .em()
      .execute<{ ready_at: Date }[]>('select ready_at from data_export where id = ?', [asked.body.id]);
    older.release();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await product.em().execute('select ready_at from data_export where id = ?', [asked.body.id])).toEqual([
      before,
    ]);
    expect(await jobsOf(product, 'accounts.data_export_requested', 'exportId', asked.body.id)).toMatchObject([
      { attempt: 2, outcome: 'done' },
    ]);
    expect(await unzip((await caller.download((await exportsOf(caller))[0]!.url!)).bytes)).toHaveProperty('size', 24);
    await until('the folders to go', () => (existsSync(below(asked.body.id)) || existsSync(old) ? null : true));
    expect(existsSync(young)).toBe(true);
    await rm(young, { recursive: true });
  });
});

// Last: the provider does not come back.
longTest('without the payment provider the last attempt exports the rest and says so', async () => {
  await product.stripe.stop();
  const asked = await payer.post<Export>('/me/exports');
  const found = await settled(payer, asked.body.id);
  expect(found.status).toBe('ready');
  expect(await jobsOf(product, 'accounts.data_export_requested', 'exportId', asked.body.id)).toMatchObject([
    { attempt: 4, outcome: 'done' },
  ]);
  const files = await unzip((await payer.download(found.url!)).bytes);
  expect(json(files, 'rechnungen.json')).toEqual({ complete: false, items: [] });
  expect(json(files, 'abos.json')).toHaveLength(1);
  expect(files.get('LIESMICH.txt')!.toString()).toContain('Der Zahlungsdienst war nicht erreichbar.');
});
