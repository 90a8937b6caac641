// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { freshDevice, useDevice } from '../../../test/device';
import { serve } from '../../../test/server';
import { answerKeep, keepRun, keptRuns } from '~/lib/device';
import { clearDeviceDatabase } from '~/lib/device/database';
import { portraitCache, portraitIdOf } from '~/lib/device/names';
import { portraits, runOf } from '~/features/generations/sample-run';
import { syncDevice, toKeep } from './sync-device';

useDevice();

const PETRA = 'a5a3f1a4-0000-4000-8000-000000000001';
const id = (number: number) => `b5a3f1a4-0000-4000-8000-00000000000${number}`;
const run = runOf(
  portraits(id(1), id(2)).map((portrait) => ({
    ...portrait,
    previews: [],
    downloadUrl: `/api/v1/media/portraits/${portrait.id}/download`,
  })),
);

let all: ReturnType<typeof freshDevice>;
beforeEach(async () => {
  all = freshDevice();
  await clearDeviceDatabase();
});

it('a portrait that was deleted elsewhere goes from this device, and a run with it once it is gone', async () => {
  await answerKeep(PETRA, true);
  await keepRun(toKeep(run), () => Promise.resolve(new Response('jpeg')));
  const kept = async () => (await all.get(portraitCache(PETRA))!.keys()).map(({ url }) => portraitIdOf(url));
  expect(await kept()).toEqual([id(1), id(2)]);
  serve({
    'GET /generations?limit=50': [
      { body: { items: [{ ...run, portraits: [run.portraits[1]] }], nextCursor: null } },
      { body: { items: [], nextCursor: null } },
    ],
  });
  await syncDevice(PETRA);
  expect(await kept()).toEqual([id(2)]);
  await syncDevice(PETRA);
  expect([await kept(), await keptRuns(PETRA)]).toEqual([[], []]);
});
