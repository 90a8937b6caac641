import { beforeEach, expect, it, vi, type Mock } from 'vitest';
import { freshDevice, useDevice } from '../../../test/device';
import { fakeLiveConnection } from '../../../test/live-connection';
import { renderScreen } from '../../../test/render-screen';
import type { Schemas } from '~/lib/api';
import { answerKeep, keepRun, keptRuns } from '~/lib/device';
import { clearDeviceDatabase } from '~/lib/device/database';
import { keepWayBack, keptWayBack } from '~/lib/device/way-back';
import { QUIET_MS } from '~/lib/reload';
import { beginSession } from '~/lib/session';
import DeviceWork from './device-work';

useDevice();

const PETRA = 'a5a3f1a4-0000-4000-8000-000000000001';
const RUNS = ['b5a3f1a4-0000-4000-8000-000000000001', 'b5a3f1a4-0000-4000-8000-000000000002'] as const;
const HOUR = 3_600_000;

let asked: Mock<typeof globalThis.fetch>;
let live: ReturnType<typeof fakeLiveConnection>;

beforeEach(async () => {
  freshDevice();
  await clearDeviceDatabase();
  live = fakeLiveConnection();
  // Without a network: nothing is compared with the server.
  asked = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError('Failed to fetch')));
  globalThis.fetch = asked;
  beginSession({ id: PETRA } as Schemas['Me']);
  await answerKeep(PETRA, true);
  const expiresAt = new Date(Date.now() + HOUR).toISOString();
  for (const id of RUNS)
    await keepRun(
      { id, expiresAt, portraits: [{ id, downloadUrl: `/api/v1/media/portraits/${id}/download`, smallUrls: [] }] },
      async () => new Response('bytes'),
    );
});

const left = async () => (await keptRuns(PETRA)).map(({ id }) => id);
const files = async () =>
  (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
    .flat()
    .map(({ url }) => new URL(url).pathname);

it('takes a run from the device that was deleted elsewhere', async () => {
  await renderScreen(<DeviceWork />);
  live.tell('generation.changed', { generationId: RUNS[0], status: 'completed' });
  live.tell('generation.changed', { generationId: RUNS[1], status: 'deleted' });
  await vi.waitFor(
    async () =>
      expect(await files()).toEqual([`/api/v1/media/portraits/${RUNS[0]}/original`, `/api/v1/generations/${RUNS[0]}`]),
    { timeout: 20_000 },
  );
  expect(await left()).toEqual([RUNS[0]]);
});

it('takes what is over from the device whenever somebody looks, also in an app that was never closed', async () => {
  await renderScreen(<DeviceWork />);
  // The start has looked already, and found nothing that is over.
  await vi.waitFor(
    () =>
      expect(asked.mock.calls.map(([request]) => (request as Request).url)).toContainEqual(
        expect.stringContaining('/api/v1/generations?'),
      ),
    { timeout: 20_000 },
  );
  expect(await left()).toEqual([...RUNS]);
  keepWayBack(PETRA, 'draft');
  vi.spyOn(Date, 'now').mockReturnValue(new Date().getTime() + 25 * HOUR);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(async () => expect(await files()).toEqual([]), { timeout: 20_000 });
  vi.mocked(Date.now).mockRestore();
  expect(keptWayBack(PETRA)).toBeNull();
});

it('compares with the server once for many portraits that change in a row', async () => {
  await renderScreen(<DeviceWork />);
  const compared = () =>
    asked.mock.calls.filter(([request]) => (request as Request).url.includes('/api/v1/generations?')).length;
  await vi.waitFor(() => expect(compared()).toBe(1), { timeout: 20_000 });
  for (const portraitId of RUNS) live.tell('portrait.changed', { generationId: RUNS[0], portraitId });
  await vi.waitFor(() => expect(compared()).toBe(2), { timeout: 20_000 });
  await new Promise((resolve) => setTimeout(resolve, 2 * QUIET_MS));
  expect(compared()).toBe(2);
});
