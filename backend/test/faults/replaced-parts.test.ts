import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startMailbox } from '@bildnis/emulators/mailbox';
import { Caller } from '../support/caller.js';
import { EmbeddedRun } from '../support/embedded-run.js';
import { startS3 } from '../support/s3-server.js';
import { createDatabase, createRedis } from '../support/services.js';
import { until } from '../support/until.js';

const folder = mkdtempSync(join(tmpdir(), 'bildnis-parts-'));
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
  rmSync(folder, { recursive: true, force: true });
});

test('database, Redis, storage and mail of one’s own replace the embedded parts', async () => {
  const database = await createDatabase();
  stops.push(() => database.drop());
  const s3 = await startS3(join(folder, 's3'));
  stops.push(() => s3.stop());
  const mail = await startMailbox({ dataDir: join(folder, 'mails') });
  stops.push(() => mail.stop());
  const dataDir = join(folder, 'data');
  const run = new EmbeddedRun(dataDir, {
    DATABASE_URL: database.url,
    REDIS_URL: await createRedis(),
    SMTP_URL: mail.smtpUrl,
    ...s3.env,
  });
  stops.push(async () => {
    run.kill('SIGTERM');
    await run.ended;
  });
  const url = await run.ready();

  expect(
    run
      .processes()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['API', 'Worker']);
  expect(readdirSync(dataDir)).not.toContain('postgres');
  const registered = await new Caller(url, null).post('/auth/register', {
    email: 'eigen@example.org',
    password: 'Sommerwiese-42',
    displayName: 'Eigen',
    acceptTerms: true,
  });
  expect(registered.status).toBe(201);
  const mails = await until('the mail at the own server', async () => {
    const found = (await (await fetch(`${mail.url}/messages?to=eigen@example.org`)).json()) as object[];
    return found.length > 0 ? found : null;
  });
  expect(mails).toHaveLength(1);
  expect(readdirSync(join(folder, 's3'))).toContain('bildnis-test');

  // What was shown once is gone, and nothing personal or secret is in the logs.
  expect(run.output.stdout).toMatch(/Admin, einmalig +admin@bildnis\.local {2}\w{5}-\w{5}-\w{5}/);
  expect(readdirSync(dataDir)).not.toContain('admin-password');
  const logs = readdirSync(join(dataDir, 'logs'))
    .map((name) => readFileSync(join(dataDir, 'logs', name), 'utf8'))
    .join('\n');
  expect(logs).toContain('/api/v1/auth/register');
  for (const canary of ['eigen@example.org', 'Sommerwiese', 'token=', '127.0.0.1"', database.url])
    expect(logs).not.toContain(canary);
});
