import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import type { PhotoAnalysis } from '../../src/integrations/portrait-engine/index.js';
import type { Caller } from '../support/caller.js';
import { customer, draftMarkedComplete, draftWithPhotos, grantCredits, leave } from '../support/customers.js';
import { holdPreviews, type HeldPreviews } from '../support/held-previews.js';
import { jobsOf, profileWithModel, storedKeys } from '../support/holdings.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { round } from '../support/retention.js';
import { useSharedProduct } from '../support/shared-product.js';
import { until } from '../support/until.js';

interface Previews {
  status: string;
  photoId: string | null;
  pictures: { style: { id: string; slug: string }; photoId: string; url: string; width: number; height: number }[];
  renewalsLeft: number;
  portraitsBy: string;
}

const ask = (caller: Caller, id: string) => caller.post<Previews>(`/ai-profiles/${id}/previews`, {});
const look = async (caller: Caller, id: string) => (await caller.get<Previews>(`/ai-profiles/${id}/previews`)).body;
const settled = (caller: Caller, id: string) =>
  until('the previews', async () => {
    const seen = await look(caller, id);
    return seen.status === 'making' ? null : seen;
  });
async function withdrawConsent(caller: Caller): Promise<unknown> {
  const { body } = await caller.get<{ items: { id: string; kind: string }[] }>('/consents');
  const { id } = body.items.find(({ kind }) => kind === 'facial_images')!;
  return caller.delete(`/consents/${id}?profiles=delete`);
}

const filesOf = (product: Product, id: string) => storedKeys(product, `previews/${id}/`);

describe('previews of a draft', () => {
  let product: Product;
  useSharedProduct((shared) => (product = shared));

  longTest('show its photo in the three promised styles, small and marked, to its owner only', async () => {
    const caller = await customer(product);
    const id = await draftWithPhotos(caller, 1);
    expect(await look(caller, id)).toEqual({
      status: 'none',
      photoId: null,
      pictures: [],
      renewalsLeft: 5,
      portraitsBy: 'studio',
    });
    expect(await ask(caller, id)).toMatchObject({ status: 202, body: { status: 'making', pictures: [] } });
    const { status, pictures } = await settled(caller, id);
    expect(status).toBe('ready');
    expect(pictures.map(({ style }) => style.slug)).toEqual(['linkedin', 'corporate', 'black-bg']);
    const stranger = await customer(product);
    for (const { url, width, height } of pictures) {
      const file = await caller.download(url);
      const picture = await sharp(file.bytes).metadata();
      expect(picture).toMatchObject({ format: 'webp', width, height });
      expect([width, height]).toEqual([384, 480]);
      expect(picture.xmpAsString).toContain('compositeSynthetic');
      expect(file.headers.get('cache-control')).toContain('no-store');
      expect((await stranger.download(url)).status).toBe(404);
      // No larger version, and none without the mark, has an address.
      for (const other of ['-960', '.jpg'])
        expect((await caller.download(`${url.split('?')[0]!}${other}`)).status).toBe(404);
    }
    expect(await stranger.get(`/ai-profiles/${id}/previews`)).toMatchObject({ status: 404 });
    expect(await ask(stranger, id)).toMatchObject({ status: 404 });
    expect(await ask(caller, randomUUID())).toMatchObject({ status: 404 });
    expect(await filesOf(product, id)).toHaveLength(facts.previews.styles);
  });

  test('are got ready for once a draft, before its first photo', async () => {
    const caller = await customer(product);
    const { body } = await caller.post<{ id: string }>('/ai-profiles', {});
    for (let time = 0; time < 2; time += 1)
      expect(await ask(caller, body.id)).toMatchObject({ status: 202, body: { status: 'none', renewalsLeft: 5 } });
    const jobs = await until('what makes them to be ready', async () => {
      const noted = await jobsOf(product, 'previews.expected', 'profileId', body.id);
      return noted.every((job) => job.finished_at) ? noted : null;
    });
    expect(jobs.map(({ outcome }) => outcome)).toEqual(['done']);
  });

  test('are not made before there is a consent', async () => {
    const caller = await customer(product);
    const id = await draftMarkedComplete(product, caller);
    await product
      .em()
      .execute('update consent set revoked_at = now() where user_id = (select user_id from ai_profile where id = ?)', [
        id,
      ]);
    expect(await ask(caller, id)).toMatchObject({ status: 403, body: { code: 'consent_required' } });
    expect((await look(caller, id)).status).toBe('none');
  });
});

describe('previews, step by step', () => {
  let product: Product;
  let next: () => Promise<HeldPreviews>;
  beforeAll(async () => {
    product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
    // Beside the three of a draft two more are enough to be «every style»: each picture is drawn, marked and encoded.
    await product
      .em()
      .execute(`update style set enabled = slug in ('linkedin', 'corporate', 'black-bg', 'beige', 'studio-grau')`);
    await hurry(product.worker!);
    ({ next } = holdPreviews(product.worker!));
  });
  afterAll(() => product.stop());

  /** A draft of so many photos, each as useful as it says, the first one the oldest. */
  async function draftOf(
    caller: Caller,
    ...analyses: Partial<PhotoAnalysis>[]
  ): Promise<{ id: string; photos: string[] }> {
    const id = await draftMarkedComplete(product, caller);
    const rows = await product
      .em()
      .execute<{ id: string }[]>('select id from reference_photo where profile_id = ? order by created_at, id', [id]);
    for (const [index, { id: photo }] of rows.entries()) await rate(photo, analyses[index] ?? { quality: 0.01 });
    return { id, photos: rows.map((row) => row.id) };
  }

  const rate = (photo: string, analysis: Partial<PhotoAnalysis>) =>
    product
      .em()
      .execute('update reference_photo set analysis = analysis || ?::jsonb where id = ?', [
        JSON.stringify(analysis),
        photo,
      ]);

  /** Until there is a picture in every style. */
  const complete = (caller: Caller, id: string) =>
    until('the previews in all styles', async () => {
      const seen = await look(caller, id);
      return seen.status === 'ready' && seen.pictures.length > facts.previews.styles ? seen : null;
    });

  async function made(caller: Caller, id: string): Promise<string> {
    await ask(caller, id);
    const previews = await next();
    previews.end('delivers');
    await settled(caller, id);
    return previews.photoId;
  }

  test('the first picture is there before the last one, and asking while they are made asks for nothing', async () => {
    const caller = await customer(product);
    const { id, photos } = await draftOf(caller, { quality: 0.5 });
    const asked = await Promise.all([1, 2, 3, 4].map(() => ask(caller, id)));
    expect(asked.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    const previews = await next();
    expect(previews.photoId).toBe(photos[0]);
    await previews.show(1);
    expect(await look(caller, id)).toMatchObject({ status: 'making', pictures: [{ width: 384, height: 480 }] });
    previews.end('delivers');
    expect(await settled(caller, id)).toMatchObject({ status: 'ready', renewalsLeft: 5 });
    expect(await ask(caller, id)).toMatchObject({ status: 202, body: { status: 'ready', renewalsLeft: 5 } });
    expect(await jobsOf(product, 'previews.requested', 'profileId', id)).toHaveLength(1);
  });

  test('are made again for a clearly better photo, five times and no more; the files of the earlier ones go', async () => {
    const caller = await customer(product);
    const { id, photos } = await draftOf(caller, { quality: 0.1 });
    expect(await made(caller, id)).toBe(photos[0]);
    for (let renewal = 1; renewal <= facts.previews.renewals; renewal += 1) {
      await rate(photos[renewal]!, { quality: 0.1 + renewal * 0.1 });
      expect(await made(caller, id)).toBe(photos[renewal]);
      expect((await look(caller, id)).renewalsLeft).toBe(facts.previews.renewals - renewal);
    }
    await rate(photos[7]!, { quality: 1 });
    expect(await ask(caller, id)).toMatchObject({ status: 202, body: { status: 'ready', renewalsLeft: 0 } });
    await until('the earlier files to go', async () => ((await filesOf(product, id)).length === 3 ? true : null));
    expect((await filesOf(product, id)).every((key) => key.startsWith(`previews/${id}/6-`))).toBe(true);
  });

  test('a photo of which none can be made is passed over; what breaks is tried again', async () => {
    const caller = await customer(product);
    const { id, photos } = await draftOf(caller, { quality: 0.9 }, { quality: 0.4 });
    await ask(caller, id);
    (await next()).end('cannot');
    expect(await settled(caller, id)).toMatchObject({ status: 'failed', pictures: [] });
    await ask(caller, id);
    const second = await next();
    expect(second.photoId).toBe(photos[1]);
    second.end('fails');
    const again = await next();
    expect(again.photoId).toBe(photos[1]);
    again.end('delivers');
    expect(await settled(caller, id)).toMatchObject({ status: 'ready', renewalsLeft: 4 });
  });

  test('go with the photo they show, also while they are made', async () => {
    const caller = await customer(product);
    const { id, photos } = await draftOf(caller, { quality: 0.9 }, { quality: 0.4 });
    await made(caller, id);
    expect((await caller.delete(`/ai-profiles/${id}/photos/${photos[0]}`)).status).toBe(204);
    expect(await look(caller, id)).toMatchObject({ status: 'none', pictures: [] });
    await until('its files to go', async () => ((await filesOf(product, id)).length === 0 ? true : null));
    await ask(caller, id);
    const under = await next();
    expect(under.photoId).toBe(photos[1]);
    await under.show(0);
    expect((await caller.delete(`/ai-profiles/${id}/photos/${photos[1]}`)).status).toBe(204);
    under.end('delivers');
    await until('the worker to be through', async () =>
      (await jobsOf(product, 'previews.requested', 'profileId', id)).every((job) => job.finished_at) ? true : null,
    );
    await until('late files to go', async () => ((await filesOf(product, id)).length === 0 ? true : null), 5_000);
    expect(await look(caller, id)).toMatchObject({ status: 'none', pictures: [] });
  });

  test('go with the draft, the consent and the account, and with a draft that nobody went on with', async () => {
    const acts: ((caller: Caller, id: string) => Promise<unknown>)[] = [
      (caller, id) => caller.delete(`/ai-profiles/${id}`),
      (caller) => withdrawConsent(caller),
      (caller) => leave(caller),
      async (_, id) => {
        await product.em().execute(`update ai_profile set created_at = now() - interval '9 days' where id = ?`, [id]);
        await round(product);
      },
    ];
    for (const act of acts) {
      const caller = await customer(product);
      const { id } = await draftOf(caller, { quality: 0.9 });
      await made(caller, id);
      expect(await filesOf(product, id)).toHaveLength(3);
      await act(caller, id);
      await until('the files to go', async () => ((await filesOf(product, id)).length === 0 ? true : null));
      const [rows] = await product
        .em()
        .execute<{ count: number }[]>('select count(*)::int as count from preview_set where profile_id = ?', [id]);
      expect(rows!.count).toBe(0);
    }
  });

  test('make room for those of the trained profile: one in every style, which are not those of the draft', async () => {
    const caller = await customer(product);
    await grantCredits(product, caller, facts.training.credits);
    const { id, photos } = await draftOf(caller, { quality: 0.9 });
    await made(caller, id);
    const drafts = await filesOf(product, id);
    expect((await caller.post(`/ai-profiles/${id}/training`)).status).toBe(202);
    const { pictures, photoId } = await complete(caller, id);
    expect([photoId, new Set(pictures.map((picture) => picture.photoId))]).toEqual([photos[0], new Set([photos[0]])]);
    const { body } = await caller.get<{ items: { slug: string }[] }>('/styles');
    expect(pictures.map(({ style }) => style.slug).toSorted()).toEqual(body.items.map(({ slug }) => slug).toSorted());
    await until('the files of the draft to go', async () => {
      const files = await filesOf(product, id);
      return files.length === pictures.length && !drafts.some((key) => files.includes(key)) ? true : null;
    });
    expect(await ask(caller, id)).toMatchObject({ status: 202, body: { status: 'ready' } });
  });

  test('of a trained profile are made of another of its photos on demand, of none that is excluded, and where a style is new', async () => {
    const caller = await customer(product);
    const [first, second, excluded] = [randomUUID(), randomUUID(), randomUUID()];
    const kept = (photoId: string, number: number, choice = 'auto') => ({
      photoId,
      number,
      cutout: `cutout-${number}.webp`,
      reason: null,
      choice,
    });
    const id = await profileWithModel(product, caller);
    await product
      .em()
      .execute('update trained_model set crops = 3, photos = ?::jsonb where profile_id = ?', [
        JSON.stringify([kept(first, 1), kept(second, 2), kept(excluded, 3, 'exclude')]),
        id,
      ]);
    const of = (photoId: string) => caller.post<Previews>(`/ai-profiles/${id}/previews`, { photoId });
    await ask(caller, id);
    expect((await complete(caller, id)).photoId).toBe(first);
    expect(await of(second)).toMatchObject({ status: 202, body: { status: 'making', photoId: second } });
    // A change of mind meanwhile: the last word counts, and nothing is left of the other.
    await of(first);
    await of(second);
    const { pictures, photoId } = await complete(caller, id);
    expect([photoId, ...new Set(pictures.map((picture) => picture.photoId))]).toEqual([second, second]);
    await until('the files of the first photo to go', async () =>
      (await filesOf(product, id)).length === pictures.length ? true : null,
    );
    expect((await caller.patch(`/ai-profiles/${id}/photos/${second}`, { choice: 'exclude' })).status).toBe(200);
    expect(await look(caller, id)).toMatchObject({ status: 'none', photoId: null, pictures: [] });
    await until('the files of the excluded photo to go', async () =>
      (await filesOf(product, id)).length === 0 ? true : null,
    );
    expect(await of(second)).toMatchObject({ status: 404 });
    await ask(caller, id);
    expect((await complete(caller, id)).photoId).toBe(first);
    await caller.patch(`/ai-profiles/${id}/photos/${second}`, { choice: 'auto' });
    expect(await of(excluded)).toMatchObject({ status: 404 });
    expect(await of(randomUUID())).toMatchObject({ status: 404 });
    await product.em().execute(`update style set enabled = false where slug = 'beige'`);
    await of(second);
    expect((await complete(caller, id)).pictures).toHaveLength(pictures.length - 1);
    await product.em().execute(`update style set enabled = true where slug = 'beige'`);
    expect(await ask(caller, id)).toMatchObject({ status: 202, body: { status: 'making' } });
    expect((await complete(caller, id)).pictures).toHaveLength(pictures.length);
  });
});
