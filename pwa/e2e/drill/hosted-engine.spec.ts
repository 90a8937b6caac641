import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startTestServer, type TestServer } from '../../../backend/bootstrap/test-server.mjs';
import { answeredCookies } from '../cookies.js';
import { enter } from '../accounts.js';
import { complaintsOf, deleteRun, generate, takeHome, train } from '../journey.js';
import { DESK } from '../look.js';
import { buyPlan, draftProfile } from '../result-run.js';

test.use({ serviceWorkers: 'allow' });

interface ProviderState {
  trainings: { status: string }[];
  predictions: { status: string }[];
  versions: { model: string }[];
  files: object[];
  running: number;
}

let server: TestServer;
test.beforeAll(async () => {
  // Takeovers within seconds, as many as there are to see.
  server = await startTestServer({ RATE_LIMITS: 'false', ENGINE: 'replicate', JOB_LEASE_MS: '3000' });
});
test.afterAll(() => server.stop(false));

const kept = (name: string) =>
  JSON.parse(readFileSync(join(server.dataDir, name), 'utf8')) as Record<string, string> &
    { name: string; pid: number }[];

/** Asks the emulator for the provider what it has, or has it misbehave. */
async function provider<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${kept('ports.json')['replicate']}/control/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${kept('secrets.json')['replicateToken']}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}
const state = () => provider<ProviderState>('state');
const misbehave = (misbehaviour: object, scope: object) => provider('misbehaviour', { misbehaviour, scope });

function killWorker(): void {
  process.kill(kept('processes.json').find(({ name }) => name === 'Worker')!.pid, 'SIGKILL');
}

test('the same way with portraits made elsewhere: no message arrives, the worker dies twice, nothing is done twice, nothing is left', async ({
  browser,
}, info) => {
  test.setTimeout(240_000);
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'de-CH',
    storageState: answeredCookies(server.url),
    ...DESK,
  });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await misbehave({ kind: 'webhook-lost' }, { times: 'always' });
  // How a stranger comes to a profile is the main path's.
  await enter(context, server);
  await buyPlan(context.request, server.url);
  await draftProfile(context.request, info.outputDir, server.url);
  await misbehave({ kind: 'late-answer', milliseconds: 30_000 }, { call: 'POST /v1/models/ostris' });
  await page.goto('/app/profile-wizard');
  await train(page, {
    meanwhile: async () => {
      await expect.poll(async () => (await state()).trainings.length, { timeout: 30_000 }).toBe(1);
      killWorker();
    },
  });
  await misbehave({ kind: 'late-answer', milliseconds: 30_000 }, { call: 'POST /v1/predictions', times: 2 });
  await generate(page, {
    meanwhile: async () => {
      await expect.poll(async () => (await state()).predictions.length, { timeout: 30_000 }).toBe(2);
      killWorker();
    },
  });
  await takeHome(page, /^Muster: .* Jede Datei trägt diesen Vermerk\./);
  expect(await state()).toMatchObject({ trainings: { length: 1 }, predictions: { length: 2 }, running: 0 });
  await deleteRun(page);

  await page.goto('/app/profiles');
  await page
    .getByRole('button', { name: /löschen/i })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(page.getByText('Profil wurde erfolgreich gelöscht').first()).toBeVisible();
  await expect
    .poll(
      async () => {
        const { versions, files, running } = await state();
        return [versions.filter(({ model }) => model === 'bildnis/portraits'), files, running];
      },
      { timeout: 20_000 },
    )
    .toEqual([[], [], 0]);
  expect(complaints).toEqual([]);
  await context.close();
});
