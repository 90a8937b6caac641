import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TrainedPhoto } from '../../src/ai-profiles/trained-photos.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, customer, grantCredits } from '../support/customers.js';
import { profileWithModel } from '../support/holdings.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';

interface Profile {
  previewUrl: string;
  trainedPhotos:
    | { id: string; used: boolean; reason: string | null; choice: string | null; pictureUrl: string | null }[]
    | null;
}

let product: Product;
useSharedProduct((shared) => (product = shared));

let owner: Caller;
beforeAll(async () => {
  owner = await customer(product);
});

/** A photo of a model that is written straight into the database. */
const photo = (number: number, part: Partial<TrainedPhoto>): TrainedPhoto => ({
  photoId: randomUUID(),
  number,
  cutout: null,
  reason: null,
  choice: 'auto',
  ...part,
});

/** A ready profile of which two photos are used and one is not. */
async function profileOfThree(): Promise<{ id: string; photos: [TrainedPhoto, TrainedPhoto, TrainedPhoto] }> {
  const photos: [TrainedPhoto, TrainedPhoto, TrainedPhoto] = [
    photo(2, { cutout: 'cutout-1.webp' }),
    photo(1, { cutout: 'cutout-2.webp', reason: 'expression' }),
    photo(3, { reason: 'outline_unclear' }),
  ];
  const id = await profileWithModel(product, owner);
  await product
    .em()
    .execute('update trained_model set photos = ?::jsonb where profile_id = ?', [JSON.stringify(photos), id]);
  return { id, photos };
}

const choose = (profileId: string, photoId: string, choice: string, caller = owner) =>
  caller.patch<Profile>(`/ai-profiles/${profileId}/photos/${photoId}`, { choice });
const choices = async (id: string) =>
  (await owner.get<Profile>(`/ai-profiles/${id}`)).body.trainedPhotos?.map(({ choice }) => choice);

describe('the photos of a trained profile', () => {
  test('are listed with what became of each; a profile from before that was kept says nothing of them', async () => {
    const { id, photos } = await profileOfThree();
    expect((await owner.get<Profile>(`/ai-profiles/${id}`)).body.trainedPhotos).toEqual([
      { id: photos[0].photoId, number: 2, used: true, reason: null, choice: 'auto', pictureUrl: expect.any(String) },
      {
        id: photos[1].photoId,
        number: 1,
        used: true,
        reason: 'expression',
        choice: 'auto',
        pictureUrl: expect.any(String),
      },
      { id: photos[2].photoId, number: 3, used: false, reason: 'outline_unclear', choice: null, pictureUrl: null },
    ]);
    const old = await profileWithModel(product, owner);
    expect(await choices(old)).toBeUndefined();
    expect(await choose(old, photos[0].photoId, 'exclude')).toMatchObject({ status: 404 });
  });

  test('are excluded, preferred and left to the engine again, as often as one likes', async () => {
    const { id, photos } = await profileOfThree();
    for (const choice of ['exclude', 'exclude', 'prefer', 'auto', 'auto']) {
      const answer = await choose(id, photos[0].photoId, choice);
      expect(answer.status).toBe(200);
      expect(answer.body.trainedPhotos![0]).toMatchObject({ choice });
      expect(await choices(id)).toEqual([choice, 'auto', null]);
    }
  });

  test('the last one cannot be excluded, not even by two at once; one that is not used cannot be chosen', async () => {
    const { id, photos } = await profileOfThree();
    const [first, second, unused] = photos;
    const both = await Promise.all([choose(id, first.photoId, 'exclude'), choose(id, second.photoId, 'exclude')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'last_photo' });
    expect((await choices(id))!.filter((choice) => choice === 'exclude')).toHaveLength(1);
    expect(await choose(id, unused.photoId, 'prefer')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await choose(id, first.photoId, 'never')).toMatchObject({ status: 400, body: { code: 'validation' } });
  });

  test('show the profile by the best one that is not excluded', async () => {
    const { id, photos } = await profileOfThree();
    const storage = product.api.get(ObjectStorage);
    const [model] = await product
      .em()
      .execute<{ storage_prefix: string }[]>('select storage_prefix from trained_model where profile_id = ?', [id]);
    for (const name of ['cutout-1', 'cutout-2'])
      await storage.put(`${model!.storage_prefix}${name}-small.webp`, Buffer.from(name), 'image/webp');
    const shown = async () => {
      const { previewUrl, trainedPhotos } = (await owner.get<Profile>(`/ai-profiles/${id}`)).body;
      const links = [previewUrl, ...trainedPhotos!.flatMap(({ pictureUrl }) => (pictureUrl ? [pictureUrl] : []))];
      const files = await Promise.all(links.map((link) => owner.download(link)));
      return files.map(({ bytes }) => bytes.toString());
    };
    expect(await shown()).toEqual(['cutout-1', 'cutout-1', 'cutout-2']);
    await choose(id, photos[0].photoId, 'exclude');
    expect(await shown()).toEqual(['cutout-2', 'cutout-1', 'cutout-2']);
  });

  test('are nobody else’s: a stranger’s answers are those for something missing', async () => {
    const { id, photos } = await profileOfThree();
    const stranger = await customer(product);
    expect(await choose(id, photos[0].photoId, 'exclude', stranger)).toMatchObject({ status: 404 });
    expect(await choose(id, randomUUID(), 'exclude')).toMatchObject({ status: 404 });
    // Not even by way of a profile of their own.
    const { id: other } = await profileOfThree();
    expect(await choose(other, photos[0].photoId, 'exclude')).toMatchObject({ status: 404 });
    expect(await choices(id)).toEqual(['auto', 'auto', null]);
  });

  test('a run keeps what was chosen when it began', async () => {
    const { id, photos } = await profileOfThree();
    await grantCredits(product, owner, 20);
    const styleId = await anyStyle(owner);
    const start = async () => (await owner.post<{ id: string }>('/generations', { profileId: id, styleId })).body.id;
    const before = await start();
    await choose(id, photos[0].photoId, 'exclude');
    await choose(id, photos[1].photoId, 'prefer');
    const after = await start();
    await choose(id, photos[0].photoId, 'auto');
    const rows = await product
      .em()
      .execute<{ id: string; photo_choice: unknown }[]>('select id, photo_choice from generation where id in (?, ?)', [
        before,
        after,
      ]);
    const choiceOf = (run: string) => rows.find((row) => row.id === run)!.photo_choice;
    expect(choiceOf(before)).toBeNull();
    expect(choiceOf(after)).toEqual({ excluded: ['cutout-1.webp'], preferred: ['cutout-2.webp'] });
  });
});
