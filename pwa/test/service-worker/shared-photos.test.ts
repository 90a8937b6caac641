// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handOver, isShare, takeShare } from '~/service-worker/shared-photos';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  handOver(undefined);
  vi.useRealTimers();
});

const photo = (name: string) => new File(['photo'], name, { type: 'image/jpeg' });

/** A form as the device posts it. @returns the answer, and whether the worker may be ended */
async function post(...parts: (File | string)[]) {
  const form = { getAll: () => parts };
  let isOver = true;
  const answer = await takeShare({
    request: { formData: () => Promise.resolve(form) },
    waitUntil: (wait: Promise<void>) => {
      isOver = false;
      void wait.then(() => (isOver = true));
    },
  } as unknown as FetchEvent);
  return { answer, isOver: () => isOver };
}

function ask(): string[] {
  const postMessage = vi.fn<(photos: File[]) => void>();
  handOver({ postMessage } as unknown as MessagePort);
  return postMessage.mock.calls[0]![0].map(({ name }) => name);
}

it('answers the form of shared photos, and no other request', () => {
  const request = (path: string, method: string) => isShare(new Request(new URL(path, location.origin), { method }));
  expect(request('/app/profile-wizard', 'POST')).toBe(true);
  expect(request('/app/profile-wizard', 'GET')).toBe(false);
  expect(request('/api/v1/ai-profiles', 'POST')).toBe(false);
});

it('leads to the wizard and hands the photos to the page that asks, once', async () => {
  const { answer, isOver } = await post(photo('eins'), 'a text', photo('zwei'));
  const to = new URL(answer.headers.get('location') ?? '');
  expect([answer.status, to.origin, to.pathname + to.search]).toEqual([
    303,
    location.origin,
    '/app/profile-wizard?shared=true',
  ]);
  expect(isOver()).toBe(false);
  expect(ask()).toEqual(['eins', 'zwei']);
  await Promise.resolve();
  expect([isOver(), ask()]).toEqual([true, []]);
});

it('hands over all of two forms that came one after the other', async () => {
  await post(photo('eins'));
  await post(photo('zwei'));
  expect(ask()).toEqual(['eins', 'zwei']);
});

it('lets go of photos that no page asks for', async () => {
  const { isOver } = await post(photo('eins'));
  await vi.advanceTimersByTimeAsync(61_000);
  expect([isOver(), ask()]).toEqual([true, []]);
});

it('leads there without photos where the form cannot be read', async () => {
  const waitUntil = vi.fn();
  const request = { formData: () => Promise.reject(new TypeError('no form')) };
  const answer = await takeShare({ request, waitUntil } as unknown as FetchEvent);
  expect([answer.status, ask(), waitUntil.mock.calls.length]).toEqual([303, [], 0]);
});
