import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailbox, type Mailbox } from '@bildnis/emulators/mailbox';
import { BuiltApp, manifestOf } from '../support/built-app.js';
import { Caller } from '../support/caller.js';
import { readCompose, readStages, repository } from '../support/docker-files.js';
import { findFreePort } from '../../src/embedded/ports.js';
import { startS3, type TestS3 } from '../support/s3-server.js';
import { createDatabase, createRedis, type TestDatabase } from '../support/services.js';
import { until } from '../support/until.js';

const image = readStages().find(({ name }) => name === 'backend')!;
const { services } = readCompose('compose.replicas.yaml');
const folder = mkdtempSync(join(tmpdir(), 'bildnis-image-'));
const app = new BuiltApp();
const ORIGIN = 'https://portraits.example.ch';

/** Writes what it is asked for and nothing beside it, as the true command does. */
const RENDER = `const fs = require('node:fs'); const path = require('node:path'); const option = (name) => process.argv[process.argv.indexOf(name) + 1];
const built = path.join(path.dirname(process.argv[1]), '..', 'dist', 'site'); const half = option('--out') + '.half';
fs.cpSync(built, half, { recursive: true });
const manifest = JSON.parse(fs.readFileSync(path.join(built, 'site.json'), 'utf8'));
fs.writeFileSync(path.join(half, 'site.json'), JSON.stringify({ ...manifest, data: option('--fingerprint') }));
fs.renameSync(half, option('--out'));`;

let database: TestDatabase;
let s3: TestS3;
let mailbox: Mailbox;
let settings: Record<string, string>;
const running: ChildProcess[] = [];

/** Laid out as the image is: what the command begins with, the built backend, the built app. */
beforeAll(async () => {
  app.renderInto(app.builtSite, 'the build', manifestOf('of-the-build', 'a-build'));
  app.write('dist-prerender/write-site.js', RENDER);
  cpSync(join(repository, 'docker/run.mjs'), join(folder, 'app/run.mjs'));
  symlinkSync(join(repository, 'backend'), join(folder, 'app/backend'));
  cpSync(app.folder, join(folder, 'app/pwa'), { recursive: true });
  for (const name of ['api-1', 'api-2', 'worker', 'others'])
    for (const mount of ['tmp', 'var/lib/bildnis', 'var/lib/bildnis-journal'])
      mkdirSync(join(folder, name, mount), { recursive: true });
  [database, s3, mailbox] = [
    await createDatabase({ empty: true }),
    await startS3(join(folder, 's3')),
    await startMailbox({ dataDir: join(folder, 'mails') }),
  ];
  settings = {
    PUBLIC_ORIGIN: ORIGIN,
    DATABASE_URL: database.url,
    REDIS_URL: await createRedis(),
    ...s3.env,
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'Bildnis <post@portraits.example.ch>',
    STRIPE_SECRET_KEY: 'sk_live_51QkWz8aBcDeFgHiJ',
    STRIPE_WEBHOOK_SECRET: 'whsec_4fQkWz8aBcDeFgHiJ',
    MEDIA_SECRET: randomBytes(24).toString('hex'),
    OPERATOR_NAME: 'Lichtbild AG',
    OPERATOR_STREET: 'Seegasse 7',
    OPERATOR_CITY: '6300 Zug',
    OPERATOR_EMAIL: 'post@portraits.example.ch',
    OPERATOR_UID: 'CHE-123.456.788',
    OPERATOR_VAT: 'CHE-123.456.788 MWST',
    OPERATOR_RESPONSIBLE: 'Petra Brönnimann',
    OPERATOR_PHONE: '+41 41 555 01 23',
    OPERATOR_REGISTER: 'none',
    OPERATOR_EU_REPRESENTATIVE: 'Lichtbild GmbH, Domplatz 1, 50667 Köln',
    OPERATOR_DATA_PROTECTION_OFFICER: 'none',
    OPERATOR_DISPUTE_BODY: 'none',
    OPERATOR_HOSTING: 'Rechenhaus AG=Schweiz',
    OPERATOR_MAIL: 'Briefträger SA=Schweiz',
    TRUSTED_PROXIES: services['api']!.environment!['TRUSTED_PROXIES']!,
    LOG_LEVEL: 'warn',
  };
});
afterAll(async () => {
  for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
  await Promise.all([database.drop(), s3.stop(), mailbox.stop()]);
  app.remove();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Runs what a container of a service would, with its environment alone. A read-only file system is had by Node's own leave to write:
 * what the compose file mounts, and nothing else.
 */
function start(service: string, command: string[], { name = 'others', port = 3000 } = {}): ChildProcess {
  const place = (path: string) =>
    path.replace(/^\/(app|tmp|var\/lib)\b/, (_, within: string) => join(folder, within === 'app' ? '' : name, within));
  const mounts = [...(services[service]!.tmpfs ?? []), ...(services[service]!.volumes ?? [])].map((mount) =>
    place(mount.split(':').find((part) => part.startsWith('/'))!),
  );
  const env = Object.fromEntries(Object.entries(image.env).map(([key, value]) => [key, place(value)]));
  const [program, ...fixed] = image.entrypoint!;
  expect(program).toBe('node');
  const writing = [
    '--permission',
    '--allow-fs-read=*',
    '--allow-child-process',
    '--allow-worker',
    '--allow-addons',
    '--allow-wasi',
    ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
    '--disable-warning=SecurityWarning',
    ...mounts.flatMap((mount) => [`--allow-fs-write=${mount}`, `--allow-fs-write=${mount}/*`]),
  ];
  const child = spawn(process.execPath, [...writing, ...fixed.map(place), ...command], {
    cwd: join(folder, 'app'),
    env: { ...env, ...settings, PORT: String(port), TMPDIR: place('/tmp') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
}

async function run(service: string, command: string[], port?: number): Promise<{ code: number; output: string }> {
  const child = start(service, command, { port: port ?? 3000 });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

test('a command that is none is refused with those there are', async () => {
  expect(await run('migrate', ['rm'])).toEqual({
    code: 2,
    output:
      'unknown command: rm (api | worker | migrate | sweep | check | invariants | replay | backup | restore | make-admin | ready | live)\n',
  });
});

test('migrate, two API processes and a worker run as the images run them', async () => {
  expect(await run('migrate', services['migrate']!.command!)).toEqual({ code: 0, output: '' });

  const ports = [await findFreePort(), await findFreePort()] as const;
  expect((await run('api', ['ready'], ports[0])).code).toBe(1);
  const apis = ports.map((port, index) =>
    start('api', services['api']!.command ?? image.command!, { name: `api-${index + 1}`, port }),
  );
  const worker = start('worker', services['worker']!.command!, { name: 'worker' });
  const said = [...apis, worker].map((child) => {
    const lines: string[] = [];
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
    return lines;
  });
  for (const [index, port] of ports.entries())
    await until(
      `the API at ${port}`,
      async () => {
        const api = apis[index]!;
        if (api.exitCode !== null) {
          // What it said last may still be on its way.
          for (const stream of [api.stdout!, api.stderr!]) if (!stream.closed) await once(stream, 'close');
          throw new Error(`the API ended (${api.exitCode}) and said: ${said[index]!.join('')}`);
        }
        return (await fetch(`http://127.0.0.1:${port}/api/v1/health/ready`).catch(() => null))?.status === 200 || null;
      },
      60_000,
    );
  for (const command of ['ready', 'live']) expect((await run('api', [command], ports[1])).code).toBe(0);

  // Pages are rendered where the image lets them be, and files are kept as long as they should be.
  for (const [index, port] of ports.entries()) {
    expect(existsSync(join(folder, `api-${index + 1}`, 'var/lib/bildnis/site/site.json')), said[index]!.join('')).toBe(
      true,
    );
    const page = await fetch(`http://127.0.0.1:${port}/pricing`);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const asset = await fetch(`http://127.0.0.1:${port}/assets/app-1a2b.js`);
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  }

  // Who signs up at one process confirms at the other, by a mail the worker has sent.
  const [first, second] = ports.map((port) => new Caller(`http://127.0.0.1:${port}`, null)) as [Caller, Caller];
  const person = { email: 'anna@example.org', password: 'Sommerwiese-42' };
  expect((await first.post('/auth/register', { ...person, displayName: 'Anna', acceptTerms: true })).status).toBe(201);
  const mail = await until('the mail', async () => {
    const [found] = (await (await fetch(`${mailbox.url}/messages?to=${person.email}`)).json()) as { text: string }[];
    return found ?? null;
  }).catch((error: unknown) => {
    throw new Error(`no mail; the worker (exit ${String(worker.exitCode)}) said: ${said[2]!.join('')}`, {
      cause: error,
    });
  });
  const token = decodeURIComponent(/confirm-email\?token=(\S+)/.exec(mail.text)![1]!);
  const { token: session } = (
    await second.post<{ token: string }>('/auth/confirm-email', { token, password: person.password, session: 'token' })
  ).body;
  expect(session).toEqual(expect.any(String));

  // The first admin of an installation.
  expect(await run('migrate', ['make-admin', person.email])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^anna@example\.org ist jetzt Admin\./),
  });
  expect((await new Caller(`http://127.0.0.1:${ports[0]}`, session).get('/me')).body).toMatchObject({ role: 'admin' });

  // A socket at one process hears what is done at the other: no session sticks to either.
  const socket = io(`http://127.0.0.1:${ports[1]}`, {
    path: '/socket.io',
    transports: ['websocket'],
    auth: { token: session },
    reconnection: false,
  });
  try {
    await new Promise((resolve) => socket.once('ready', resolve));
    const heard = new Promise<{ status: string }>((resolve) => socket.once('export.changed', resolve));
    expect((await new Caller(`http://127.0.0.1:${ports[0]}`, session).post('/me/exports')).status).toBe(202);
    expect(await heard).toMatchObject({ status: 'queued' });
  } finally {
    socket.close();
  }
  const owner = new Caller(`http://127.0.0.1:${ports[1]}`, session);
  // Put together in the worker's own folder, and kept in the bucket.
  await until(
    'the export',
    async () =>
      (await owner.get<{ items: { status: string }[] }>('/me/exports')).body.items.find(
        ({ status }) => status === 'ready',
      ) ?? null,
    60_000,
  );
  expect(await run('migrate', ['sweep'])).toEqual({ code: 0, output: 'objects: 1\n' });

  expect(await run('worker', ['replay'])).toMatchObject({ code: 0 });

  const ends = [...apis, worker].map((child) => once(child, 'exit'));
  for (const child of [...apis, worker]) child.kill('SIGTERM');
  expect((await Promise.all(ends)).map(([code, signal]) => code ?? signal)).toEqual(
    [0, 0, 0].map(() => expect.toSatisfy((end: unknown) => end === 0 || end === 'SIGTERM')),
  );
  expect(said.flat().join('')).not.toMatch(/ERR_ACCESS_DENIED|EROFS|EACCES/);
}, 180_000);
