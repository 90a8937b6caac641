import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type APIRequestContext } from '@playwright/test';
import { BUSY } from './journey.js';
import { fewestPhotos } from './photos.js';

/** The server of this worker; a test that has one of its own says so. */
const HOME = process.env.BILDNIS_URL ?? 'http://localhost:3000';
const headersAt = (server: string) => ({ origin: new URL(server).origin });

export interface RunView {
  id: string;
  status: string;
  portraits: {
    id: string;
    index: number;
    favourite: boolean;
    url: string;
    downloadUrl: string;
    previews: { width: number; url: string }[];
    before: { url: string } | null;
  }[];
}

async function post<T>(request: APIRequestContext, server: string, path: string, data?: object): Promise<T> {
  const answer = await request.post(`${server}/api/v1${path}`, {
    headers: { ...headersAt(server), 'idempotency-key': randomUUID() },
    ...(data ? { data } : {}),
  });
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
  return (await answer.json()) as T;
}

const get = async <T>(request: APIRequestContext, server: string, path: string): Promise<T> =>
  (await (await request.get(`${server}/api/v1${path}`)).json()) as T;

/** Credits for the user who is signed in, from a plan, without our screens. */
export async function buyPlan(request: APIRequestContext, server = HOME): Promise<void> {
  const { paymentUrl } = await post<{ paymentUrl: string }>(request, server, '/orders', {
    kind: 'plan',
    planId: 'business',
    acceptEarlyStart: true,
    acceptWithdrawalEffect: true,
  });
  await request.post(paymentUrl, {
    form: { number: '4242 4242 4242 4242', expiry: '12 / 39', cvc: '123', name: 'Petra Muster' },
    maxRedirects: 0,
  });
  await expect
    .poll(async () => (await get<{ credits: number }>(request, server, '/me')).credits, { timeout: 20_000 })
    .toBeGreaterThan(0);
}

/** A profile that is ready to be trained, made without our screens. @returns its id */
export async function draftProfile(request: APIRequestContext, folder: string, server = HOME): Promise<string> {
  // Their versions depend on who makes the portraits.
  const current = await get<Record<string, { version: string }>>(request, server, '/consents/current');
  for (const kind of ['facial_images', 'self_and_adult'])
    await post(request, server, '/consents', { kind, version: current[kind]!.version });
  const { id } = await post<{ id: string }>(request, server, '/ai-profiles', {
    name: 'Bewerbung 2027',
    gender: 'female',
  });
  for (const file of await fewestPhotos(folder)) {
    const buffer = readFileSync(file);
    const sent = await request.post(`${server}/api/v1/ai-profiles/${id}/photos`, {
      headers: headersAt(server),
      multipart: { file: { name: 'foto.jpg', mimeType: 'image/jpeg', buffer } },
    });
    expect(sent.ok()).toBe(true);
  }
  return id;
}

export const runOf = (request: APIRequestContext, id: string, server = HOME): Promise<RunView> =>
  get<RunView>(request, server, `/generations/${id}`);

/** A run of eight portraits of the user who is signed in, made without our screens. */
export async function finishedRun(request: APIRequestContext, folder: string, server = HOME): Promise<RunView> {
  await buyPlan(request, server);
  const profileId = await draftProfile(request, folder, server);
  await post(request, server, `/ai-profiles/${profileId}/training`, {});
  const statusOf = async (path: string) => (await get<{ status: string }>(request, server, path)).status;
  await expect.poll(() => statusOf(`/ai-profiles/${profileId}`), BUSY).toBe('ready');
  const styles = await get<{ items: { id: string; slug: string }[] }>(request, server, '/styles');
  const { id: styleId } = styles.items.find(({ slug }) => slug === 'corporate')!;
  const { id } = await post<{ id: string }>(request, server, '/generations', { profileId, styleId });
  await expect.poll(() => statusOf(`/generations/${id}`), BUSY).toBe('completed');
  return runOf(request, id, server);
}
