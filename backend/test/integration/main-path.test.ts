import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { PortraitEngines, type PortraitEngine } from '../../src/integrations/portrait-engine/index.js';
import { customer, draftWithPhotos, emailOf, subscriber } from '../support/customers.js';
import { emailsTo } from '../support/emails.js';
import { storedKeys } from '../support/holdings.js';
import { referencePhotos } from '../support/photos.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry, hurryPreviews } from '../support/quick-engine.js';
import { unzip } from '../support/unzip.js';
import { until } from '../support/until.js';
import type { Caller } from '../support/caller.js';
import { asksNowAndThen, makePortraitsAgain } from './remade-portraits.js';

interface Run {
  id: string;
  status: string;
  portraits: {
    url: string;
    previewUrl: string;
    previews: { width: number; url: string }[];
    before: { url: string; left: number; top: number; width: number; height: number } | null;
    downloadUrl: string;
    width: number;
    height: number;
    likeness: number;
    formats: { format: string; width: number; height: number; downloadUrl: string }[];
  }[];
  archiveUrl: string;
  sourceType: string | null;
  expiresAt: string;
}

interface Profile {
  status: string;
  previewUrl: string;
  trainedPhotos: { id: string; number: number; used: boolean; reason: string | null; pictureUrl: string | null }[];
}

/** Files of the two versions, and of the two pairs of layers, that are made of a portrait. */
const [VERSIONS, LAYERS] = [2, 4];

describe('the way of a photo', () => {
  let product: Product;
  let caller: Caller;
  let profileId: string;

  beforeAll(async () => {
    product = await startProduct({ env: { ENGINE_PORTRAIT_WIDTH: '160', ENGINE_CUTOUT_FACE_HEIGHT: '112' } });
    // Nothing here looks at them: integration/previews does, and how a model makes them is the studio's test.
    await hurryPreviews(product.worker!);
    caller = await subscriber(product);
  });
  afterAll(() => product.stop());

  test('a paid plan grants its credits once', async () => {
    const me = await caller.get<{ credits: number; hasActiveSubscription: boolean; nextGrant: { credits: number } }>(
      '/me',
    );
    expect(me.body).toMatchObject({ credits: 240, hasActiveSubscription: true, nextGrant: { credits: 240 } });
    const history = await caller.get<{ items: unknown[] }>('/credits/entries');
    expect(history.body.items).toMatchObject([{ delta: 240, reason: 'plan_grant', balanceAfter: 240 }]);
  });

  test('eight photos become a ready profile for 100 credits, and the photos go', async () => {
    profileId = await draftWithPhotos(caller);
    const started = await caller.post(`/ai-profiles/${profileId}/training`);
    expect(started).toMatchObject({ status: 202, body: { status: 'training' } });
    const uploaded = await caller.get<{ photos: { id: string }[]; trainedPhotos: null }>(`/ai-profiles/${profileId}`);
    expect(uploaded.body.trainedPhotos).toBeNull();
    const ready = await asksNowAndThen(async () => {
      const profile = await caller.get<Profile>(`/ai-profiles/${profileId}`);
      return profile.body.status === 'training' ? null : profile.body;
    });
    expect(ready).toMatchObject({ status: 'ready', photos: [], photosNeeded: 0, failure: null });
    const [mail] = await emailsTo(product, await emailOf(caller), /^Ihr Profil ist bereit/);
    expect(mail!.text).toMatch(/behält \d freigestellte Arbeitsausschnitte mit Gesichtspunkten und Hautton/);
    expect(mail!.text).not.toContain('Replicate');
    expect((await caller.get('/me')).body).toMatchObject({ credits: 140 });
    const photos = await product.em().execute('select count(*)::int as count from reference_photo');
    expect(photos).toEqual([{ count: 0 }]);
    await until('the photo files to go', async () => {
      const [row] = await product
        .em()
        .execute<{ outcome: string }[]>("select outcome from job where topic = 'ai-profiles.objects_discarded'");
      return row?.outcome === 'done' ? true : null;
    });
    const preview = await caller.download(ready.previewUrl);
    expect(preview.status).toBe(200);
    // Of each photo is known what became of it; of those that are used there is a picture.
    const uploads = uploaded.body.photos.map(({ id }) => id);
    for (const { id, number } of ready.trainedPhotos) expect(uploads.indexOf(id)).toBe(number - 1);
    expect(ready.trainedPhotos).toHaveLength(uploads.length);
    const used = ready.trainedPhotos.filter((photo) => photo.used);
    expect(ready.trainedPhotos.slice(0, used.length)).toEqual(used);
    for (const photo of ready.trainedPhotos.slice(used.length))
      expect(photo).toMatchObject({ reason: expect.any(String), choice: null, pictureUrl: null });
    const [model] = await product
      .em()
      .execute<{ crops: number; cutouts: number }[]>(
        `select crops, jsonb_array_length(descriptor->'cutouts') as cutouts from trained_model`,
      );
    expect([model!.crops, model!.cutouts]).toEqual([used.length, used.length]);
    for (const { pictureUrl } of used) {
      const picture = await caller.download(pictureUrl!);
      expect(picture.headers.get('cache-control')).toBe('no-store');
      expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'webp', width: 320 });
    }
  });

  test('a run delivers 8 marked portraits for 10 credits, most alike first, as files and as a ZIP', async () => {
    const styles = await caller.get<{ items: { id: string; slug: string }[] }>('/styles');
    const style = styles.body.items.find((candidate) => candidate.slug === 'studio-grau')!;
    const started = await caller.post<Run>('/generations', { profileId, styleId: style.id });
    expect(started).toMatchObject({ status: 202, body: { status: 'queued' } });
    const run = await asksNowAndThen(async () => {
      const generation = await caller.get<Run>(`/generations/${started.body.id}`);
      return generation.body.status === 'completed' || generation.body.status === 'failed' ? generation.body : null;
    });
    expect(run.status).toBe('completed');
    expect(run.portraits).toHaveLength(8);
    expect(run.sourceType).toBe('compositeSynthetic');
    expect(run.portraits.map((portrait) => portrait.likeness)).toEqual(
      run.portraits.map((portrait) => portrait.likeness).toSorted((a, b) => b - a),
    );
    expect((await caller.get('/me')).body).toMatchObject({ credits: 130 });
    const file = await caller.download(run.portraits[0]!.downloadUrl);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="portrait-\d+\.jpg"$/);
    expect(file.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(file.bytes.toString('latin1')).toContain('compositeSynthetic');
    for (const format of run.portraits[0]!.formats) {
      const cut = await caller.download(format.downloadUrl);
      expect(cut.headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="portrait-\\d+-${format.format}\\.jpg"$`),
      );
      expect(await sharp(cut.bytes).metadata()).toMatchObject({
        format: 'jpeg',
        width: format.width,
        height: format.height,
      });
      expect(cut.bytes.toString('latin1')).toContain('compositeSynthetic');
    }
    expect(run.portraits[0]!.formats.map(({ format }) => format)).toEqual(facts.portraitFormats.map(({ key }) => key));
    // Small ones, as here, are not offered twice in the same width.
    expect(run.portraits[0]!.previews).toEqual([{ width: run.portraits[0]!.width, url: run.portraits[0]!.previewUrl }]);
    const picture = await caller.download(run.portraits[0]!.previewUrl);
    expect([picture.headers.get('content-type'), picture.headers.get('content-disposition')]).toEqual([
      'image/webp',
      null,
    ]);
    expect(await sharp(picture.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: run.portraits[0]!.width,
      height: run.portraits[0]!.height,
    });
    // And the cut-out photo it was made of, in which the portrait's part is the taller one.
    const before = run.portraits[0]!.before!;
    expect(before.width).toBeGreaterThan(0.4);
    expect(before.height).toBeLessThan(1.1);
    const photo = await caller.download(before.url);
    expect(photo.headers.get('cache-control')).toBe('private, no-store');
    expect((await sharp(photo.bytes).metadata()).format).toBe('jpeg');
    const zip = await caller.download(run.archiveUrl);
    expect(zip.bytes.subarray(0, 2).toString()).toBe('PK');
    const packed = await unzip(zip.bytes);
    expect([...packed.values()].some((bytes) => bytes.equals(file.bytes))).toBe(true);
    // All formats of a portrait, each in a folder of its own.
    const folders = [...packed.keys()].map((path) => path.split('/').slice(0, -1).join('/'));
    expect([...new Set(folders)]).toEqual([
      '',
      'LinkedIn',
      'Quadrat',
      'Lebenslauf',
      'Kopfzeile',
      'E-Mail-Signatur',
      'Namensschild',
    ]);
    expect(packed.size).toBe(8 * (1 + facts.portraitFormats.length));
  });

  test('anybody may ask whether a picture came from here', async () => {
    const ask = async (bytes: Buffer) =>
      (await product.anonymous().sendFile('/image-checks', new Uint8Array(bytes))).body;
    const portrait = (await caller.get<{ items: Run[] }>('/generations')).body.items[0]!.portraits[3]!;
    const file = (await caller.download(portrait.downloadUrl)).bytes;
    expect(await ask(file)).toEqual({
      result: 'marked',
      sourceType: 'compositeSynthetic',
      sample: false,
      reason: null,
    });
    // As social networks leave it: smaller, recoded, without metadata; also a cut of it.
    const { width } = await sharp(file).metadata();
    expect(
      await ask(
        await sharp(file)
          .resize({ width: Math.round(width / 2) })
          .jpeg({ quality: 70 })
          .toBuffer(),
      ),
    ).toEqual({ result: 'recognised', sourceType: null, sample: false, reason: null });
    const cut = (await caller.download(portrait.formats[0]!.downloadUrl)).bytes;
    expect(await ask(await sharp(cut).webp({ quality: 60 }).toBuffer())).toMatchObject({ result: 'recognised' });
    // As a screenshot shows it: between bars.
    const bars = await sharp(file)
      .extend({ top: 120, bottom: 160, left: 40, right: 40, background: '#111111' })
      .jpeg({ quality: 85 })
      .toBuffer();
    expect(await ask(bars)).toMatchObject({ result: 'recognised' });
    expect(await ask(Buffer.from((await referencePhotos())[0]!))).toEqual({
      result: 'unknown',
      sourceType: null,
      sample: false,
      reason: null,
    });
    // Somebody else's mark is none of ours.
    const foreign = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#3366aa' } })
      .withXmp(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="Bildnisverlag"/></rdf:RDF></x:xmpmeta>',
      )
      .jpeg()
      .toBuffer();
    expect(await ask(foreign)).toMatchObject({ result: 'unknown' });
    expect(await ask(Buffer.from('no picture at all'))).toEqual({
      result: 'unreadable',
      sourceType: null,
      sample: false,
      reason: 'unsupported_format',
    });
    expect(
      (await product.anonymous().sendFile('/image-checks', new Uint8Array(facts.photos.maxBytes + 1))).status,
    ).toBe(413);
    expect((await product.anonymous().post('/image-checks', {})).status).toBe(415);
    expect(await product.em().execute('select count(*)::int as count from portrait_fingerprint')).toEqual([
      { count: 8 * (1 + facts.portraitFormats.length) },
    ]);
  });

  test('a stranger finds nothing of it, and a link alone opens nothing', async () => {
    const stranger = await customer(product);
    const own = await caller.get<{ items: Run[] }>('/generations');
    const run = own.body.items[0]!;
    expect((await stranger.get(`/ai-profiles/${profileId}`)).status).toBe(404);
    const { trainedPhotos } = (await caller.get<Profile>(`/ai-profiles/${profileId}`)).body;
    const { id, pictureUrl } = trainedPhotos[0]!;
    expect((await stranger.patch(`/ai-profiles/${profileId}/photos/${id}`, { choice: 'exclude' })).status).toBe(404);
    expect((await stranger.download(pictureUrl!)).status).toBe(404);
    expect((await product.anonymous().download(pictureUrl!)).status).toBe(401);
    expect((await stranger.get(`/generations/${run.id}`)).status).toBe(404);
    expect((await stranger.delete(`/generations/${run.id}`)).status).toBe(404);
    expect((await stranger.download(run.portraits[0]!.url)).status).toBe(404);
    expect((await stranger.download(run.portraits[0]!.formats[0]!.downloadUrl)).status).toBe(404);
    for (const { url } of run.portraits[0]!.previews) expect((await stranger.download(url)).status).toBe(404);
    expect((await stranger.download(run.portraits[0]!.before!.url)).status).toBe(404);
    expect((await product.anonymous().download(run.portraits[0]!.before!.url)).status).toBe(401);
    expect((await product.anonymous().download(run.portraits[0]!.url)).status).toBe(401);
  });

  test('a portrait is made again: of another photo, before a colour, before nothing', () =>
    makePortraitsAgain(product, caller, profileId));

  test('a photo that was excluded when a run began is not in it, whatever is chosen later', async () => {
    const profile = async () => (await caller.get<Profile>(`/ai-profiles/${profileId}`)).body;
    const { id: photo } = (await profile()).trainedPhotos[0]!;
    const [model] = await product
      .em()
      .execute<{ artifact: string }[]>(`select descriptor->'cutouts'->0->>'artifact' as artifact from trained_model`);
    // What the engine makes of it is the studio's test: here counts what it is told.
    await hurry(product.worker!);
    const engine: Pick<PortraitEngine, 'generate'> = product.worker!.get(PortraitEngines, { strict: false }).current;
    const told = vi.spyOn(engine, 'generate');
    const path = `/ai-profiles/${profileId}/photos/${photo}`;
    const changed = await caller.patch<Profile>(path, { choice: 'exclude' });
    expect(changed.body.trainedPhotos[0]).toMatchObject({ id: photo, used: true, choice: 'exclude' });
    const styleId = (await caller.get<{ items: { id: string }[] }>('/styles')).body.items[0]!.id;
    const started = await caller.post<Run>('/generations', { profileId, styleId });
    // What is chosen now is too late for this run.
    expect((await caller.patch(path, { choice: 'auto' })).status).toBe(200);
    await asksNowAndThen(async () =>
      (await caller.get<Run>(`/generations/${started.body.id}`)).body.status === 'completed' ? true : null,
    );
    expect(told.mock.calls.map(([{ task, choice }]) => ({ task, choice }))).toEqual([
      { task: started.body.id, choice: { excluded: [model!.artifact], preferred: [] } },
    ]);
    expect((await caller.delete(`/generations/${started.body.id}`)).status).toBe(204);
  });

  test('what is deleted is not recognised any more', async () => {
    const run = (await caller.get<{ items: Run[] }>('/generations')).body.items[0]!;
    await until('the marked previews to go', async () =>
      (await storedKeys(product, `portraits/${run.id}/`)).length ===
      8 * (3 + facts.portraitFormats.length) + VERSIONS + LAYERS
        ? true
        : null,
    );
    const bare = await sharp((await caller.download(run.portraits[0]!.url)).bytes)
      .jpeg()
      .toBuffer();
    const ask = async () => (await product.anonymous().sendFile('/image-checks', new Uint8Array(bare))).body['result'];
    expect(await ask()).toBe('recognised');
    expect((await caller.delete(`/generations/${run.id}`)).status).toBe(204);
    expect(await ask()).toBe('unknown');
    await until('every file of the run to go', async () =>
      (await storedKeys(product, `portraits/${run.id}/`)).length === 0 ? true : null,
    );
    expect(await product.em().execute('select 1 from portrait_fingerprint')).toEqual([]);
  });
});
