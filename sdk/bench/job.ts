import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@bildnis/sdk';
import { facts } from '@bildnis/sdk/facts';
import { consent, signIn } from '../cli/account.ts';
import { waitUntil } from '../cli/wait.ts';

export interface JobTimes {
  /** First byte of the first photo to «ready», in seconds. */
  photosToReady: number;
  /** Click to eight portraits, in seconds. */
  readyToPortraits: number;
  /** Click to the first small preview, in seconds. */
  readyToFirst: number;
  /** Id of the run with the portraits. */
  runId: string;
}

/** A customer with credits and consents, photos not uploaded yet; and the token of their session. */
export async function newCustomer(url: string): Promise<{ client: Client; token: string }> {
  const client = createClient({ baseUrl: url });
  const token = await signIn(client, null);
  await consent(client);
  return { client, token };
}

/** Somebody new with a plan, who has not consented to anything. @returns the token of their session */
export const signInAnew = (url: string): Promise<string> => signIn(createClient({ baseUrl: url }), null);

/** The main job, timed from outside. */
export async function timeJob(client: Client, photos: Uint8Array<ArrayBuffer>[]): Promise<JobTimes> {
  const profile = await client.createAiProfile({ body: { name: 'Messung', gender: 'male' } });
  const start = performance.now();
  await upload(client, profile.id, photos);
  await client.startTraining({ path: { id: profile.id }, idempotencyKey: randomUUID() });
  await waitUntil('Training', 600_000, async () =>
    (await client.getAiProfile({ path: { id: profile.id } })).status === 'ready' ? true : null,
  );
  const ready = performance.now();
  const [style] = (await client.listStyles()).items;
  const run = await client.createGeneration({
    body: { profileId: profile.id, styleId: style!.id },
    idempotencyKey: randomUUID(),
  });
  let first = 0;
  await waitUntil('Portraits', 600_000, async () => {
    const state = await client.getGeneration({ path: { id: run.id } });
    if (!first && (state.previews.length > 0 || state.status === 'completed')) first = performance.now();
    return state.status === 'completed' ? true : null;
  });
  const end = performance.now();
  return {
    photosToReady: (ready - start) / 1000,
    readyToPortraits: (end - ready) / 1000,
    readyToFirst: (first - ready) / 1000,
    runId: run.id,
  };
}

/** Uploads three at a time, as the web app does. */
export async function upload(
  client: Client,
  profileId: string,
  photos: Uint8Array<ArrayBuffer>[],
  atOnce = 3,
): Promise<void> {
  const queue = [...photos];
  const worker = async () => {
    for (let photo = queue.shift(); photo; photo = queue.shift())
      await client.uploads.photo({ profileId, file: new Blob([photo]) });
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Fills a photo up to the largest allowed size: what follows the picture's end is ignored by decoders, but has to be carried. */
export function padded(photo: Uint8Array<ArrayBuffer>, mark: number): Uint8Array<ArrayBuffer> {
  const large = new Uint8Array(facts.photos.maxBytes - 1);
  large.set(photo);
  large[large.length - 1] = mark;
  return large;
}
