import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caller } from '../support/caller.js';
import { consenting } from '../support/customers.js';
import { drawnPhoto } from '../support/drawn-faces.js';
import { EmbeddedRun } from '../support/embedded-run.js';
import { until } from '../support/until.js';
import { attempted, endpointAt } from '../support/webhook-endpoints.js';

/** Abuse case 27: what is written into logs at their most talkative, and into mails, while a person uses everything that carries secrets. */
const folder = mkdtempSync(join(tmpdir(), 'bildnis-canary-'));
const canary = {
  email: 'kanarienvogel@example.org',
  name: 'Kanarienvogel',
  password: 'Sommerwiese-42-Geheim',
  newPassword: 'Herbstwald-77-Geheim',
};
let run: EmbeddedRun;
let origin: string;
let mailboxUrl: string;
beforeAll(async () => {
  run = new EmbeddedRun(folder, { LOG_LEVEL: 'debug', MODE: 'embedded' });
  origin = new URL(await run.ready()).origin;
  mailboxUrl = (await new Caller(origin, null).get<{ mailboxUrl: string }>('/service')).body.mailboxUrl;
});
afterAll(async () => {
  run.kill('SIGTERM');
  await run.ended;
  rmSync(folder, { recursive: true, force: true });
});

interface Letter {
  text: string;
  html: string;
}
const letters = async () => (await (await fetch(`${mailboxUrl}/messages?to=${canary.email}`)).json()) as Letter[];
const tokenOf = (page: string) =>
  until(`the mail with ${page}`, async () => {
    const found = (await letters())
      .map((letter) => new RegExp(`${page}\\?token=(\\S+)`).exec(letter.text)?.[1])
      .find(Boolean);
    return found ? decodeURIComponent(found) : null;
  });

test('logs and mails hold neither passwords nor tokens nor keys nor links, and logs no address and no name', async () => {
  const visitor = new Caller(origin, null);
  await visitor.post('/auth/register', {
    email: canary.email,
    password: canary.password,
    displayName: canary.name,
    acceptTerms: true,
  });
  await visitor.post('/auth/login', { email: canary.email, password: 'falsch-geraten-Geheim' });
  const confirmToken = await tokenOf('confirm-email');
  const session = (
    await visitor.post<{ token: string }>('/auth/confirm-email', {
      token: confirmToken,
      password: canary.password,
      session: 'token',
    })
  ).body.token;
  const person = new Caller(origin, session);
  await visitor.get(`/styles?email=${canary.email}&token=${session}`);
  await person.patch('/me', {
    displayName: `${canary.name} Zwei`,
    avatarUrl: 'https://kanarienvogel.example.org/bild.jpg',
  });
  const key = (
    await person.post<{ secret: string }>('/api-keys', { name: `${canary.name} Werkstatt`, scopes: ['account:read'] })
  ).body.secret;
  await new Caller(origin, key).get('/me');
  const hook = await endpointAt(person, 'http://127.0.0.1:9999/eingang?schluessel=Webhook-Adresse-Geheim');
  await person.post(`/webhook-endpoints/${hook.endpoint.id}/test`);
  await attempted(person, hook.endpoint.id, 1);
  await visitor.post('/auth/password-reset', { email: canary.email });
  const resetToken = await tokenOf('reset-password');
  const link = await photoLink(person);
  await person.download(link);
  await person.download(link.replace(/signature=./, 'signature=_'));
  await visitor.send('POST', '/auth/login', undefined, {
    'content-type': 'application/json',
    authorization: `Bearer ${session}`,
  });
  await person.post('/me/password', { currentPassword: canary.password, newPassword: canary.newPassword });
  await visitor.post('/auth/password-reset/complete', { token: resetToken, newPassword: canary.newPassword });
  await until('the last mail', async () =>
    (await letters()).some((letter) => letter.text.includes('geändert')) ? true : null,
  );

  const secrets = [
    canary.password,
    canary.newPassword,
    'falsch-geraten-Geheim',
    session,
    key,
    hook.secret,
    'Webhook-Adresse-Geheim',
    confirmToken,
    resetToken,
    new URL(link, origin).searchParams.get('signature')!,
  ];
  const logged =
    readdirSync(join(folder, 'logs'))
      .map((name) => readFileSync(join(folder, 'logs', name), 'utf8'))
      .join('\n') +
    run.output.stdout +
    run.output.stderr;
  expect(logged).toContain('"path":"/api/v1/auth/register"');
  for (const secret of [...secrets, canary.email, canary.name, 'kanarienvogel.example.org'])
    expect.soft(logged.includes(secret), `${secret} is logged`).toBe(false);
  const mailed = (await letters()).map((letter) => letter.text + letter.html).join('\n');
  // The links are what the mails are for; everything else stays out.
  for (const secret of secrets.filter((one) => one !== confirmToken && one !== resetToken))
    expect.soft(mailed.includes(secret), `${secret} is mailed`).toBe(false);
});

/** The signed link of an own uploaded photo. */
async function photoLink(person: Caller): Promise<string> {
  await consenting(person);
  const profile = (
    await person.post<{ id: string }>('/ai-profiles', { name: `${canary.name} Profil`, gender: 'female' })
  ).body.id;
  await person.upload(profile, Uint8Array.from(await drawnPhoto()));
  return (await person.get<{ photos: { url: string }[] }>(`/ai-profiles/${profile}`)).body.photos[0]!.url;
}
