import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { checkBalances, checkChains } from '../../src/credits/index.js';
import { GenerationsService } from '../../src/generations/index.js';
import { PHOTO_INSPECTOR, type PhotoInspector } from '../../src/integrations/portrait-engine/index.js';
import { replayJournal } from '../../src/app/replay-journal.js';
import { Clock, DAY } from '../../src/platform/clock/index.js';
import type { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { emailsTo } from '../support/emails.js';
import { exported } from '../support/exports.js';
import { completedRun, idOf, profileWithModel, promote, storedKeys } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { round, settled } from '../support/retention.js';

interface Picture {
  url: string;
  largeUrl: string;
  width: number;
  height: number;
}
interface Published {
  id: string;
  alias: string;
  style: { slug: string };
  before: Picture | null;
  portraits: Picture[];
}
interface Own {
  items: { id: string; status: string; alias: string; endsAt: string; endedBecause: string | null }[];
  rewardCredits: number;
}
interface Registered {
  id: string;
  status: string;
  alias: string;
  account: { id: string } | null;
  pictures: { id: string; kind: string; isReady: boolean }[];
}

let product: Product;
let admin: Caller;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  admin = await promote(product, await customer(product), { secondFactor: true });
});
afterAll(async () => {
  expect([...(await checkBalances(product.em())), ...(await checkChains(product.em()))]).toEqual([]);
  await product.stop();
});

let owner: Caller;
let run: { id: string; portraits: Map<string, Buffer> };
beforeEach(async () => {
  owner = await customer(product);
  run = await completedRun(product, owner, await profileWithModel(product, owner), 3);
});

const published = async (query = 'place=home'): Promise<Published[]> =>
  (await product.anonymous().get<{ items: Published[] }>(`/examples?${query}`)).body.items;
const ours = async (id: string, query?: string) => (await published(query)).find((example) => example.id === id);
const own = async () => (await owner.get<Own>('/me/examples')).body;
const email = async () => (await owner.get<{ email: string }>('/me')).body.email;
const credits = async () => (await owner.get<{ credits: number }>('/me')).body.credits;
const picture = (url: string) => product.anonymous().download(url);
const registered = async (id: string) =>
  (await admin.get<{ items: Registered[] }>('/admin/examples')).body.items.find((example) => example.id === id)!;

const release = (change: object = {}) => ({
  portraitIds: [...run.portraits.keys()].slice(0, 2),
  places: ['home', 'styles'],
  months: 12,
  alias: 'Anna B.',
  version: facts.examples.releaseVersion,
  ...change,
});
const offer = (change: object = {}, caller = owner) =>
  caller.post<Own>(`/generations/${run.id}/example`, release(change));
const picturesOf = async (id: string) => (await registered(id)).pictures.map((one) => one.id);
/** By default of the pictures that are there now. */
const show = async (id: string, pictureIds?: string[]) => {
  const present = await picturesOf(id);
  return admin.post<Registered>(`/admin/examples/${id}/show`, {
    pictureIds: pictureIds ?? (present.length > 0 ? present : [crypto.randomUUID()]),
  });
};
const receipt = async () => (await owner.get<{ items: object[] }>('/me/deletion-receipts')).body.items[0];

/** The photo check of drawn pictures: every one has a face; what is a portrait says the trace. */
function readEverything(mark: 'compositeSynthetic' | null): void {
  const inspector = product.api.get<PhotoInspector>(PHOTO_INSPECTOR, { strict: false });
  inspector.inspect = async (jpeg) => ({
    ok: true,
    jpeg: Buffer.from(jpeg),
    width: 200,
    height: 250,
    analysis: {} as never,
  });
  inspector.trace = async () => ({ ok: true, mark, isSample: false, fingerprints: [] });
}
const file = async () =>
  new Uint8Array(
    await sharp({ create: { width: 200, height: 250, channels: 3, background: '#a87' } })
      .jpeg()
      .toBuffer(),
  );

async function offered(): Promise<string> {
  expect((await offer()).status).toBe(201);
  await settled(product);
  return (await own()).items[0]!.id;
}
async function shown(): Promise<string> {
  const id = await offered();
  expect((await show(id)).status).toBe(200);
  return id;
}

describe('portraits that a customer offers', () => {
  test('are shown once an admin accepts, where it was agreed, as copies; the customer is thanked once per account', async () => {
    const id = await offered();
    expect([await ours(id), (await own()).rewardCredits]).toEqual([undefined, facts.examples.rewardCredits]);
    const waiting = await registered(id);
    expect(waiting).toMatchObject({ status: 'offered', alias: 'Anna B.', account: { id: await idOf(owner) } });
    expect(waiting.pictures.map(({ kind, isReady }) => [kind, isReady])).toEqual([
      ['portrait', true],
      ['portrait', true],
    ]);
    const [pictureId] = waiting.pictures.map((one) => one.id);
    expect((await admin.get(`/admin/examples/${id}/pictures/${pictureId}`)).status).toBe(200);
    expect((await picture(`/api/v1/examples/${id}/pictures/${pictureId}/400`)).status).toBe(404);

    await show(id);
    const example = (await ours(id))!;
    expect(example).toMatchObject({ alias: 'Anna B.', before: null });
    expect(example.portraits).toHaveLength(2);
    expect(await ours(id, 'place=guides')).toBeUndefined();
    expect(await ours(id, `place=styles&style=${example.style.slug}`)).toBeDefined();
    expect(await ours(id, 'place=styles&style=another')).toBeUndefined();
    const file = await picture(example.portraits[0]!.url);
    expect([file.status, file.headers.get('cache-control'), file.headers.get('x-robots-tag')]).toEqual([
      200,
      'no-store',
      'noindex, noimageindex, noarchive',
    ]);
    expect((await sharp(file.bytes).metadata()).format).toBe('webp');
    expect([await credits(), (await own()).rewardCredits]).toEqual([facts.examples.rewardCredits, 0]);
    await settled(product);
    await emailsTo(product, await email(), /^Ihre Portraits sind jetzt als Beispiel zu sehen$/);

    // Taking it back and offering anew brings nothing more.
    expect((await owner.delete(`/me/examples/${id}`)).status).toBe(204);
    await shown();
    expect(await credits()).toBe(facts.examples.rewardCredits);
  });

  test('are gone from every page and from storage with one call, with a receipt', async () => {
    const id = await shown();
    const { portraits } = (await ours(id))!;
    expect(await storedKeys(product, `examples/${id}/`)).toHaveLength(4);
    expect((await owner.delete(`/me/examples/${id}`)).status).toBe(204);
    expect(await ours(id)).toBeUndefined();
    for (const { url, largeUrl } of portraits)
      expect([(await picture(url)).status, (await picture(largeUrl)).status]).toEqual([404, 404]);
    await settled(product);
    expect(await storedKeys(product, `examples/${id}/`)).toEqual([]);
    expect((await own()).items[0]).toMatchObject({ status: 'ended', alias: '', endedBecause: 'withdrawn' });
    expect(await receipt()).toMatchObject({
      kind: 'example',
      rule: 'asked',
      count: 2,
    });
    expect((await owner.delete(`/me/examples/${id}`)).status).toBe(404);
    expect((await show(id)).status).toBe(404);
  });

  test('end by themselves: to the second for whoever asks, then their files', async () => {
    const id = await shown();
    const { portraits } = (await ours(id))!;
    run = await completedRun(product, owner, await profileWithModel(product, owner));
    const waits = await offered();
    const ended = async () => (await own()).items.map(({ endedBecause }) => endedBecause);
    const ends = new Date((await own()).items[1]!.endsAt).getTime();
    const clock = product.api.get(Clock);
    const now = clock.now().getTime();
    expect(ends - now).toBeGreaterThan(360 * DAY);
    await product.em().execute('update example set ends_at = ? where id in (?, ?)', [new Date(now - 1), id, waits]);
    expect([await ours(id), (await picture(portraits[0]!.url)).status]).toEqual([undefined, 404]);
    await round(product);
    expect([await ended(), await storedKeys(product, `examples/${id}/`)]).toEqual([['expired', 'expired'], []]);
    expect(await receipt()).toMatchObject({ kind: 'example', rule: 'examples' });
    // An offer that nobody answered is told of.
    await emailsTo(product, await email(), /^Wir zeigen Ihre Portraits nicht als Beispiel$/);
  });

  test('go with the run that is deleted, with the consent, and with the account, but not with portraits that expire', async () => {
    const kept = await shown();
    await product.em().transactional((em) => product.api.get(GenerationsService).expire(em, [run.id]));
    expect((await owner.get(`/generations/${run.id}`)).status).toBe(404);
    expect((await picture((await ours(kept))!.portraits[0]!.url)).status).toBe(200);
    await owner.delete(`/me/examples/${kept}`);

    run = await completedRun(product, owner, await profileWithModel(product, owner));
    const byRun = await shown();
    await owner.delete(`/generations/${run.id}`);
    expect([await ours(byRun), (await own()).items[0]!.endedBecause]).toEqual([undefined, 'deleted']);

    run = await completedRun(product, owner, await profileWithModel(product, owner));
    const byConsent = await shown();
    const { items } = (await owner.get<{ items: { id: string; kind: string }[] }>('/consents')).body;
    const consent = items.find(({ kind }) => kind === 'facial_images')!;
    // Also where the profiles stay.
    await owner.delete(`/consents/${consent.id}`);
    expect(await offer()).toMatchObject({ status: 403, body: { code: 'consent_required' } });
    expect([await ours(byConsent), (await own()).items[0]!.endedBecause]).toEqual([undefined, 'withdrawn']);
    await settled(product);
    expect(await storedKeys(product, `examples/${byConsent}/`)).toEqual([]);
  });

  test('are shown as the admin has seen them: a photo that was exchanged meanwhile is looked at first', async () => {
    readEverything(null);
    const id = await offered();
    const seen = await picturesOf(id);
    const before = await owner.sendFile(`/generations/${run.id}/example/before`, await file());
    expect(before.body).toMatchObject({ accepted: true });
    await settled(product);
    expect(await show(id, seen)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect([await ours(id), await credits()]).toEqual([undefined, 0]);
    expect((await show(id)).status).toBe(200);
    expect((await ours(id))!.before).not.toBeNull();
  });

  test('bring what was said when they were offered, and can be offered anew a few times', async () => {
    const id = await offered();
    await admin.put('/admin/examples/reward', { rewardCredits: 0 });
    expect((await show(id)).status).toBe(200);
    await admin.put('/admin/examples/reward', { rewardCredits: facts.examples.rewardCredits });
    expect(await credits()).toBe(facts.examples.rewardCredits);

    // The same once more is no second one, and another selection has to wait for the end of the first.
    expect((await offer()).status).toBe(201);
    expect(await offer({ portraitIds: [[...run.portraits.keys()][2]!] })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    for (let offers = 1; offers < facts.examples.mostOffersOfRun; offers += 1) {
      await owner.delete(`/me/examples/${(await own()).items[0]!.id}`);
      expect((await offer()).status).toBe(201);
    }
    await owner.delete(`/me/examples/${(await own()).items[0]!.id}`);
    expect(await offer()).toMatchObject({ status: 409, body: { code: 'offered_too_often' } });
  });

  test('accepted and taken back at the same time are not shown, and thanked for at most once', async () => {
    const thanks = new Set<number>();
    for (let round = 0; round < 4; round += 1) {
      const id = await offered();
      const [accepted, withdrawn] = await Promise.all([show(id), owner.delete(`/me/examples/${id}`)]);
      expect([[200, 404].includes(accepted.status), withdrawn.status, await ours(id)]).toEqual([true, 204, undefined]);
      thanks.add(await credits());
    }
    expect([...thanks].every((balance) => [0, facts.examples.rewardCredits].includes(balance))).toBe(true);
  });

  test('end with the account that is blocked, and with misuse, also when the portraits have expired; a restored backup does not bring them back', async () => {
    const misused = await shown();
    await product.em().transactional((em) => product.api.get(GenerationsService).expire(em, [run.id]));
    const report = crypto.randomUUID();
    const em = product.em();
    await em.execute(
      `insert into misuse_report (id, created_at, number, email, reason, picture, status, confirmation_id) values (?, now(), ?, 'x@example.org', 'other', 'recognised', 'open', ?)`,
      [report, `M-${report.slice(0, 8)}`, report],
    );
    await em.execute(
      `insert into misuse_report_run (id, created_at, report_id, generation_id, user_id) values (gen_random_uuid(), now(), ?, ?, ?)`,
      [report, run.id, await idOf(owner)],
    );
    const removal = await admin.post(`/admin/misuse-reports/${report}/removal`, {
      generationId: run.id,
      reason: 'Bild einer anderen Person',
    });
    expect([removal.status < 300, await ours(misused)]).toEqual([true, undefined]);
    expect(await receipt()).toMatchObject({ kind: 'example', rule: 'misuse' });

    run = await completedRun(product, owner, await profileWithModel(product, owner));
    const blocked = await shown();
    await settled(product);
    const reason = { reason: 'Verstoss gegen die Bedingungen' };
    expect((await admin.post(`/admin/users/${await idOf(owner)}/block`, reason)).status).toBeLessThan(300);
    expect(await ours(blocked)).toBeUndefined();
    await settled(product);

    const back = [misused, blocked];
    await em.execute(
      `update example set status = 'shown', ended_at = null, ended_because = null, alias = 'Anna B.' where id in (?, ?)`,
      back,
    );
    expect((await replayJournal(product.config)).repeated).toBeGreaterThanOrEqual(2);
    const ended = await em.execute<{ status: string; alias: string }[]>(
      'select distinct status, alias from example where id in (?, ?)',
      back,
    );
    expect(ended).toEqual([{ status: 'ended', alias: '' }]);
  });

  test('are only own ones of a finished run, agreed to in the current words; nobody else touches them', async () => {
    const stranger = await customer(product);
    expect((await offer({}, stranger)).status).toBe(404);
    expect(await offer({ version: '2020-01' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await offer({ portraitIds: [crypto.randomUUID()] })).status).toBe(400);
    for (const wrong of [
      { places: [] },
      { places: ['home', 'home'] },
      { months: 60 },
      { alias: ' ' },
      { portraitIds: [] },
    ])
      expect((await offer(wrong)).status).toBe(400);
    await product.em().execute('update generation set is_sample = true where id = ?', [run.id]);
    expect(await offer()).toMatchObject({ status: 409, body: { code: 'run_not_showable' } });
    await product.em().execute('update generation set is_sample = false where id = ?', [run.id]);
    await product
      .em()
      .execute(
        `insert into consent (id, created_at, user_id, profile_id, kind, version, given_at) select gen_random_uuid(), now(), user_id, profile_id, 'person_pictured', '2026-11', now() from generation where id = ?`,
        [run.id],
      );
    expect(await offer()).toMatchObject({ status: 409, body: { code: 'run_not_showable' } });
    await product.em().execute(`delete from consent where kind = 'person_pictured'`);

    const [one, other] = await Promise.all([offer(), offer()]);
    expect([one.status, other.status, (await own()).items.length]).toEqual([201, 201, 1]);
    const id = (await own()).items[0]!.id;
    expect((await stranger.delete(`/me/examples/${id}`)).status).toBe(404);
    for (const act of [
      stranger.get('/admin/examples'),
      stranger.post(`/admin/examples/${id}/show`, { pictureIds: [id] }),
    ])
      expect((await act).status).toBe(403);
    await settled(product);
    expect((await admin.patch(`/admin/examples/${id}`, { places: ['home', 'guides'] })).status).toBe(409);
    expect((await admin.patch(`/admin/examples/${id}`, { endsAt: '2040-01-01T00:00:00Z' })).status).toBe(409);
    expect((await admin.patch(`/admin/examples/${id}`, { places: ['styles'] })).status).toBe(200);
    const [line] = await product
      .em()
      .execute(`select detail from audit_entry where action = 'example.edit' and subject_id = ?`, [id]);
    expect(line).toEqual({ detail: { places: { before: ['home', 'styles'], after: ['styles'] } } });
    expect((await admin.post(`/admin/examples/${id}/end`, { reason: 'unscharf' })).body).toMatchObject({
      status: 'ended',
      alias: '',
    });
    await settled(product);
    await emailsTo(product, await email(), /^Wir zeigen Ihre Portraits nicht als Beispiel$/);
    expect(await credits()).toBe(0);
  });

  test('are in the export, and leave nothing behind with the account', async () => {
    const id = await shown();
    const { files } = await exported(owner);
    expect(JSON.parse(files.get('freigaben.json')!.toString())).toMatchObject([{ id, alias: 'Anna B.' }]);
    expect([...files.keys()].filter((path) => path.startsWith('freigaben/'))).toHaveLength(2);
    const gone = await owner.post('/me/deletion', { confirmEmail: await email() });
    expect([gone.status < 300, await ours(id)]).toEqual([true, undefined]);
    await settled(product);
    expect(await storedKeys(product, `examples/${id}/`)).toEqual([]);
    expect(await product.em().execute('select 1 from example where id = ?', [id])).toEqual([]);
  });
});

describe('what the operator shows of a signed release', () => {
  const details = (styleId: string) => ({
    alias: 'Herr K.',
    styleId,
    places: ['home'],
    releaseReference: 'Ordner 7, Blatt 3',
    releasedAt: '2026-10-01T00:00:00.000Z',
    endsAt: '2090-01-01T00:00:00.000Z',
  });
  const create = async () => {
    const { items } = (await product.anonymous().get<{ items: { id: string }[] }>('/styles')).body;
    const { status, body } = await admin.post<Registered>('/admin/examples', details(items[0]!.id));
    expect([status, body.status, body.account]).toEqual([201, 'preparing', null]);
    return body.id;
  };
  test('is uploaded, shown with the photo before, and ends when the operator says so', async () => {
    const id = await create();
    expect(await show(id)).toMatchObject({ status: 409, body: { code: 'example_not_ready' } });
    readEverything(null);
    expect((await admin.sendFile(`/admin/examples/${id}/uploads/portrait`, await file())).body).toEqual({
      accepted: false,
      reason: 'not_made_here',
    });
    readEverything('compositeSynthetic');
    for (const kind of ['portrait', 'before', 'before'])
      expect((await admin.sendFile(`/admin/examples/${id}/uploads/${kind}`, await file())).body).toEqual({
        accepted: true,
        reason: null,
      });
    await settled(product);
    expect((await show(id)).status).toBe(200);
    const example = (await ours(id))!;
    expect([example.alias, example.before?.width, example.portraits.length]).toEqual(['Herr K.', 200, 1]);
    const portrait = await sharp((await picture(example.portraits[0]!.url)).bytes).metadata();
    expect(portrait.xmp?.toString()).toContain('compositeSynthetic');
    expect((await sharp((await picture(example.before!.url)).bytes).metadata()).xmp).toBeUndefined();
    // Uploads are gone once they are copied, and so is the before-picture that was replaced.
    expect(await storedKeys(product, `examples/${id}/`)).toHaveLength(4);
    expect(await admin.sendFile(`/admin/examples/${id}/uploads/portrait`, await file())).toMatchObject({
      status: 409,
    });
    await admin.post(`/admin/examples/${id}/end`, { reason: 'Widerruf vom 3.11.' });
    expect(await ours(id)).toBeUndefined();
    await settled(product);
    expect(await storedKeys(product, `examples/${id}/`)).toEqual([]);
  });

  test('is never shown after the end of its release', async () => {
    const id = await create();
    await product.em().execute(`update example set ends_at = now() where id = ?`, [id]);
    expect(await show(id)).toMatchObject({ status: 409, body: { code: 'release_over' } });
    expect((await registered(id)).status).toBe('preparing');
    expect((await admin.patch(`/admin/examples/${id}`, { endsAt: '2026-09-01T00:00:00.000Z' })).status).toBe(400);
  });

  test('an admin sets what an accepted offer brings; nothing is given where that is nothing', async () => {
    expect((await admin.put('/admin/examples/reward', { rewardCredits: -1 })).status).toBe(400);
    expect((await admin.put('/admin/examples/reward', { rewardCredits: 0 })).status).toBe(204);
    const id = await shown();
    expect([await credits(), (await own()).rewardCredits, (await ours(id))?.alias]).toEqual([0, 0, 'Anna B.']);
    await admin.put('/admin/examples/reward', { rewardCredits: facts.examples.rewardCredits });
  });
});
