import sharp from 'sharp';
import { expect } from 'vitest';
import type { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import type { Product } from '../support/product.js';

interface Layers {
  id: string;
  layers: { width: number; height: number; personUrl: string; backgroundUrl: string } | null;
}

interface Run {
  id: string;
  portraits: {
    id: string;
    width: number;
    height: number;
    versions: { number: number; downloadUrl: string | null }[];
  }[];
}

/** What takes seconds is asked for so rarely that asking costs nothing beside it. */
export async function asksNowAndThen<T>(ask: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
}

/** Makes a portrait of the latest run again in the ways there are, by the API, and looks at what comes of it. */
export async function makePortraitsAgain(product: Product, caller: Caller, profileId: string): Promise<void> {
  const run = (await caller.get<{ items: Run[] }>('/generations')).body.items[0]!;
  const { id, width, height } = run.portraits[0]!;
  const { trainedPhotos } = (
    await caller.get<{ trainedPhotos: { id: string; used: boolean }[] }>(`/ai-profiles/${profileId}`)
  ).body;
  const photos = trainedPhotos.filter(({ used }) => used);
  const layersOf = async (body: object): Promise<Layers> => {
    const asked = await caller.post<Layers>(`/portraits/${id}/layers`, body);
    expect(asked).toMatchObject({ status: 202, body: { layers: null } });
    return asksNowAndThen(async () => {
      const { body: layers } = await caller.get<Layers>(`/portraits/${id}/layers/${asked.body.id}`);
      return layers.layers ? layers : null;
    });
  };
  const own = await layersOf({});
  expect(own.layers).toMatchObject({ width, height });
  const person = await caller.download(own.layers!.personUrl);
  expect(person.headers.get('cache-control')).toBe('private, no-store');
  expect(await sharp(person.bytes).metadata()).toMatchObject({ format: 'webp', hasAlpha: true, height });
  expect(await sharp((await caller.download(own.layers!.backgroundUrl)).bytes).metadata()).toMatchObject({ height });
  // The same again is there already; another photo is another picture.
  expect((await caller.post<Layers>(`/portraits/${id}/layers`, {})).body).toMatchObject({ id: own.id });
  const other = await layersOf({ photoId: photos.at(-1)!.id, retouch: 'none' });
  const made = async (body: object) => {
    const { body: asked } = await caller.post<{ number: number }>(`/portraits/${id}/versions`, {
      format: 'square',
      left: 0,
      top: 0,
      width: 1,
      ...body,
    });
    return asksNowAndThen(async () => {
      const { body: now } = await caller.get<Run>(`/generations/${run.id}`);
      const version = now.portraits[0]!.versions.find(({ number }) => number === asked.number);
      return version?.downloadUrl ? version : null;
    });
  };
  const colour = await made({ layersId: own.id, background: { kind: 'colour', colour: '#12305e' }, brightness: 0.5 });
  const { data } = await sharp((await caller.download(colour.downloadUrl!)).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const [channel, value] of [0x12, 0x30, 0x5e].entries()) expect(Math.abs(data[channel]! - value)).toBeLessThan(4);
  const clear = await made({ layersId: other.id, background: { kind: 'none' } });
  expect(clear).toMatchObject({ retouch: 'none', background: { kind: 'none' } });
  const png = await caller.download(clear.downloadUrl!);
  expect(png.headers.get('content-disposition')).toMatch(/filename="portrait-\d+-square-v2\.png"$/);
  const { format, hasAlpha, xmpAsString } = await sharp(png.bytes).metadata();
  expect([format, hasAlpha]).toEqual(['png', true]);
  expect(xmpAsString).toContain('compositeSynthetic');
  expect(await product.anonymous().sendFile('/image-checks', new Uint8Array(png.bytes))).toMatchObject({
    body: { result: 'marked' },
  });
  const stranger = await customer(product);
  expect((await stranger.post(`/portraits/${id}/layers`, {})).status).toBe(404);
  expect((await stranger.get(`/portraits/${id}/layers/${own.id}`)).status).toBe(404);
  expect((await stranger.download(own.layers!.personUrl)).status).toBe(404);
}
