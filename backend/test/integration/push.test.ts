import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlockingService } from '../../src/privacy/index.js';
import { DAY, HOUR } from '../../src/platform/clock/index.js';
import { Caller } from '../support/caller.js';
import {
  anyStyle,
  customer,
  draftMarkedComplete,
  grantCredits,
  PASSWORD,
  profileMarkedReady,
  sessionOf,
} from '../support/customers.js';
import { exported } from '../support/exports.js';
import { balanceAndLedger, idOf, jobsOf, profileWithModel } from '../support/holdings.js';
import { longTest } from '../support/long-test.js';
import { login, member, pass, programOf, type Member } from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';
import {
  senderOf,
  SoftBrowser,
  startPushService,
  vapidKeys,
  type Push,
  type PushService,
} from '../support/push-service.js';
import { hurry } from '../support/quick-engine.js';
import { until } from '../support/until.js';

const keys = vapidKeys();
let service: PushService;
let product: Product;
beforeAll(async () => {
  service = await startPushService();
  const env = {
    ...keys,
    VAPID_SUBJECT: 'mailto:push@example.org',
    PUSH_HOSTS: `${service.host},fcm.googleapis.com,*.push.apple.com`,
    LOG_LEVEL: 'silent',
  };
  product = await startProduct({ env });
  await hurry(product.worker!);
});
afterAll(async () => {
  await product.stop();
  await service.stop();
});

interface Saved {
  id: string;
  createdAt: string;
  renewedAt: string;
}
interface Shown {
  web_push: number;
  notification: { title: string; body: string; lang: string; dir: string; tag: string; navigate: string };
}

const save = (caller: Caller, browser: SoftBrowser) =>
  caller.send<Saved>('PUT', '/push/subscriptions', browser.subscription);

/** A browser that somebody has switched push on in. */
async function browserOf(caller: Caller): Promise<SoftBrowser & { id: string }> {
  const browser = new SoftBrowser(service.host);
  const saved = await save(caller, browser);
  if (saved.status !== 200) throw new Error(`saving answered ${saved.status} ${JSON.stringify(saved.body)}`);
  return Object.assign(browser, { id: saved.body.id });
}

const arrived = (browser: SoftBrowser, count = 1): Promise<Push[]> =>
  until(`${count} messages`, () => (browser.received(service).length >= count ? browser.received(service) : null));
const subscriptionsOf = async (caller: Caller) =>
  product
    .em()
    .execute<{ id: string; endpoint: string }[]>(
      'select id, endpoint from push_subscription where user_id = ? order by renewed_at, created_at',
      [await idOf(caller)],
    );

/** A run without a trained model, which fails. @returns its id, once everything it was to bring about has ended */
async function runInVain(owner: Caller): Promise<string> {
  await grantCredits(product, owner, 10);
  const run = await owner.post<{ id: string }>('/generations', {
    profileId: await profileMarkedReady(product, owner),
    styleId: await anyStyle(owner),
  });
  await until('the news to be spread', async () =>
    (await jobsOf(product, 'generations.generation_settled', 'generationId', run.body.id))[0]?.finished_at
      ? true
      : null,
  );
  return run.body.id;
}

const messagesAbout = (subjectId: string) => jobsOf(product, 'notifications.push_due', 'subjectId', subjectId);
const ended = (subjectId: string, count = 1) =>
  until('the messages to end', async () => {
    const jobs = await messagesAbout(subjectId);
    return jobs.length >= count && jobs.every((job) => job.finished_at) ? jobs : null;
  });

describe('a message', () => {
  test('tells in declarative form that portraits are ready: encrypted for the browser, signed with our key, and nothing of whose they are', async () => {
    const owner = await customer(product);
    await grantCredits(product, owner, 10);
    const browser = await browserOf(owner);
    const run = await owner.post<{ id: string }>('/generations', {
      profileId: await profileWithModel(product, owner),
      styleId: await anyStyle(owner),
    });
    const [push] = await arrived(browser);
    expect(browser.open(push!)).toEqual({
      web_push: 8030,
      notification: {
        title: 'Bildnis',
        body: '8 Portraits sind da.',
        lang: 'de-CH',
        dir: 'ltr',
        tag: expect.stringMatching(/^[\w-]{32}$/),
        navigate: `${product.origin}/app/generations/${run.body.id}`,
      },
    });
    expect(push!.headers).toMatchObject({
      ttl: '86400',
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(push!.headers['topic']).not.toContain(run.body.id.slice(0, 8));
    expect(push!.body.length).toBeLessThan(2000);
    const sender = senderOf(push!, keys.VAPID_PUBLIC_KEY);
    expect(sender).toEqual({ aud: `https://${service.host}`, exp: expect.any(Number), sub: 'mailto:push@example.org' });
    expect(sender.exp).toBeGreaterThan(Date.now() / 1000);
    expect(sender.exp).toBeLessThanOrEqual(Date.now() / 1000 + DAY / 1000);
    // With another key nothing can be read.
    expect(() => new SoftBrowser(service.host).open(push!)).toThrow();
    await ended(run.body.id);
    expect(browser.received(service)).toHaveLength(1);
  });

  test('tells of a run that failed, on every device that wants it, and once on each', async () => {
    const someone = await member(product);
    const second = new Caller(product.origin, (await login(product, someone)).body.token);
    const [one, other] = [await browserOf(someone.caller), await browserOf(second)];
    const runId = await runInVain(someone.caller);
    await ended(runId, 2);
    for (const browser of [one, other]) {
      const pushes = browser.received(service);
      expect(pushes.map((push) => (browser.open(push) as Shown).notification.body)).toEqual([
        'Ihre Portraits konnten nicht erstellt werden. Sie haben dafür nichts bezahlt.',
      ]);
    }
    // The news is told again after a crash: nobody is told twice.
    await product
      .em()
      .execute(
        `update job set finished_at = null, dispatched_at = null, outcome = null, run_after = now() where topic = 'generations.generation_settled' and payload->>'generationId' = ?`,
        [runId],
      );
    await until('the second telling', async () =>
      (await jobsOf(product, 'generations.generation_settled', 'generationId', runId))[0]?.finished_at ? true : null,
    );
    expect(await messagesAbout(runId)).toHaveLength(2);
  });

  test('tells of trainings: ready, failed, failed for good, each with the page it leads to', async () => {
    const owner = await customer(product);
    await grantCredits(product, owner, 200);
    const browser = await browserOf(owner);
    const good = await draftMarkedComplete(product, owner);
    await owner.post(`/ai-profiles/${good}/training`);
    await arrived(browser, 1);
    const bad = await draftMarkedComplete(product, owner);
    await product
      .em()
      .execute(`update reference_photo set analysis = jsonb_set(analysis, '{quality}', '0') where profile_id = ?`, [
        bad,
      ]);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await until('the training to begin', async () =>
        (await owner.post(`/ai-profiles/${bad}/training`)).status === 202 ? true : null,
      );
      await arrived(browser, 1 + attempt);
    }
    const shown = browser.received(service).map((push) => (browser.open(push) as Shown).notification);
    expect(shown.map(({ body, navigate }) => [body, navigate.replace(product.origin, '')])).toEqual([
      ['Ihr Training ist abgeschlossen.', '/app/styles'],
      ['Ihr Training ist fehlgeschlagen. Sie können es kostenlos wiederholen.', `/app/profile-wizard?profile=${bad}`],
      ['Ihr Training ist fehlgeschlagen. Sie können es kostenlos wiederholen.', `/app/profile-wizard?profile=${bad}`],
      ['Ihr Training ist fehlgeschlagen. Ihre Credits sind zurück.', `/app/profile-wizard?profile=${bad}`],
    ]);
    // What has not arrived is replaced by what is newer of the same training, not by another's.
    expect(new Set(shown.map(({ tag }) => tag)).size).toBe(2);
    expect((await balanceAndLedger(product, await idOf(owner))).balance).toBe(100);
  });

  longTest('of a training leads to the run that has started with its end', async () => {
    const owner = await customer(product);
    await grantCredits(product, owner, 110);
    const browser = await browserOf(owner);
    const profile = await draftMarkedComplete(product, owner);
    await product
      .em()
      .execute(
        `insert into planned_run (id, created_at, profile_id, user_id, style_id, retouch) values (?, now(), ?, ?, ?, 'none')`,
        [randomUUID(), profile, await idOf(owner), await anyStyle(owner)],
      );
    await owner.post(`/ai-profiles/${profile}/training`);
    const opened = (await arrived(browser, 2)).map((push) => (browser.open(push) as Shown).notification);
    const run = (await owner.get<{ items: { id: string }[] }>('/generations')).body.items[0]!.id;
    expect(opened.map(({ body, navigate }) => [body, navigate.replace(product.origin, '')]).sort()).toEqual([
      ['8 Portraits sind da.', `/app/generations/${run}`],
      ['Ihr Training ist abgeschlossen.', `/app/generations/${run}`],
    ]);
  });

  test('is not sent to whoever does not want any', async () => {
    const owner = await customer(product);
    const browser = await browserOf(owner);
    await owner.patch('/me', { notifyByPush: false });
    expect(await messagesAbout(await runInVain(owner))).toEqual([]);
    expect(browser.received(service)).toEqual([]);
  });
});

describe('a push service', () => {
  test.each([404, 410])('that answers %i has nobody there any more: the address goes', async (status) => {
    const owner = await customer(product);
    const browser = await browserOf(owner);
    service.answer(browser.path, { status });
    const runId = await runInVain(owner);
    expect(await ended(runId)).toMatchObject([{ attempt: 1, outcome: 'done' }]);
    expect(await subscriptionsOf(owner)).toEqual([]);
  });

  test('that is busy or broken is asked again, as late as it says', async () => {
    const owner = await customer(product);
    const browser = await browserOf(owner);
    service.answer(browser.path, { status: 503 }, { status: 429, headers: { 'retry-after': '1' } });
    const runId = await runInVain(owner);
    expect(await ended(runId)).toMatchObject([{ attempt: 3, outcome: 'done' }]);
    const began = browser.received(service).map((push) => senderOf(push, keys.VAPID_PUBLIC_KEY));
    expect(began).toHaveLength(3);
    const [job] = await product
      .em()
      .execute<{ waited: number }[]>(
        `select extract(epoch from finished_at - created_at)::float as waited from job where topic = 'notifications.push_due' and payload->>'subjectId' = ?`,
        [runId],
      );
    expect(job!.waited).toBeGreaterThan(1);
    expect(await subscriptionsOf(owner)).toHaveLength(1);
  });

  test.each([403, 413])(
    'that refuses with %i is not asked again; the address stays for the app to renew',
    async (status) => {
      const owner = await customer(product);
      const browser = await browserOf(owner);
      service.answer(browser.path, { status });
      const runId = await runInVain(owner);
      expect(await ended(runId)).toMatchObject([{ attempt: 1, outcome: 'failed' }]);
      expect(await subscriptionsOf(owner)).toHaveLength(1);
    },
  );

  test('that leads elsewhere is not followed', async () => {
    const owner = await customer(product);
    const [browser, elsewhere] = [await browserOf(owner), new SoftBrowser(service.host)];
    service.answer(browser.path, { status: 307, headers: { location: elsewhere.endpoint } });
    const runId = await runInVain(owner);
    expect(await ended(runId)).toMatchObject([{ attempt: 1, outcome: 'failed' }]);
    expect(elsewhere.received(service)).toEqual([]);
  });

  test('is never named with the address in what is kept of a failure', async () => {
    const owner = await customer(product);
    const browser = await browserOf(owner);
    service.answer(browser.path, { status: 400 });
    const runId = await runInVain(owner);
    await ended(runId);
    const rows = await product
      .em()
      .execute<{ all: string }[]>(`select job::text as all from job where payload->>'subjectId' = ?`, [runId]);
    expect(rows[0]!.all).toContain('localhost answered 400');
    for (const secret of [browser.path, browser.subscription.keys.auth, browser.subscription.keys.p256dh])
      expect(rows[0]!.all).not.toContain(secret);
  });
});

describe('an address', () => {
  let owner: Caller;
  beforeAll(async () => {
    owner = await customer(product);
  });
  const saving = (endpoint: string) =>
    owner.send('PUT', '/push/subscriptions', { ...new SoftBrowser(service.host).subscription, endpoint });

  test('the key to subscribe with is told to whoever is signed in', async () => {
    expect((await owner.get('/push/key')).body).toEqual({ publicKey: keys.VAPID_PUBLIC_KEY });
  });

  test.each([
    'https://push.example.org/send/1',
    'https://127.0.0.1/send/1',
    'https://[::1]/send/1',
    'https://169.254.169.254/latest',
    'https://localhost/send/1',
    'https://fcm.googleapis.com:8443/send/1',
    'https://fcm.googleapis.com.example.org/send/1',
    'https://push.apple.com.example.org/send/1',
    'https://evilpush.apple.com/send/1',
    'https://somebody:secret@fcm.googleapis.com/send/1',
    'https://fcm.googleapis.com@example.org/send/1',
  ])('%s is not of a known push service', async (endpoint) => {
    expect(await saving(endpoint)).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: [{ path: 'endpoint', code: 'push_service_unknown' }] },
    });
  });

  test.each([
    'http://fcm.googleapis.com/send/1',
    'file:///etc/passwd',
    'nonsense',
    `https://fcm.googleapis.com/${'x'.repeat(1100)}`,
  ])('%s is none', async (endpoint) => {
    expect(await saving(endpoint)).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: [{ path: 'endpoint' }] },
    });
  });

  test.each(['https://fcm.googleapis.com/fcm/send/abc', 'https://web.push.apple.com/QGx'])(
    '%s is taken',
    async (endpoint) => {
      expect((await saving(endpoint)).status).toBe(200);
    },
  );

  test('needs keys that something can be encrypted for', async () => {
    const { endpoint, keys: good } = new SoftBrowser(service.host).subscription;
    const offCurve = Buffer.alloc(65, 7);
    offCurve[0] = 4;
    for (const bad of [
      { ...good, p256dh: offCurve.toString('base64url') },
      { ...good, p256dh: 'AAAA' },
      { ...good, auth: 'AAAA' },
    ]) {
      expect(await owner.send('PUT', '/push/subscriptions', { endpoint, keys: bad })).toMatchObject({
        status: 400,
        body: { code: 'validation' },
      });
    }
  });

  test('sent again stays the same one; another of the same browser takes its place', async () => {
    const caller = await customer(product);
    const [first, second] = [new SoftBrowser(service.host), new SoftBrowser(service.host)];
    const saved = await save(caller, first);
    pass(product, HOUR);
    const again = await save(caller, first);
    expect(again.body).toMatchObject({ id: saved.body.id, createdAt: saved.body.createdAt });
    expect(Date.parse(again.body.renewedAt) - Date.parse(saved.body.renewedAt)).toBeGreaterThanOrEqual(HOUR);
    await save(caller, second);
    expect((await subscriptionsOf(caller)).map(({ endpoint }) => endpoint)).toEqual([second.endpoint]);
  });

  test('sent by several at once is noted once', async () => {
    const caller = await customer(product);
    const browser = new SoftBrowser(service.host);
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(caller, browser)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await subscriptionsOf(caller)).toHaveLength(1);
  });

  test('moves to whoever is signed in on a shared device now', async () => {
    const [before, now] = [await customer(product), await customer(product)];
    const browser = await browserOf(before);
    const taken = await save(now, browser);
    expect(taken.body.id).not.toBe(browser.id);
    expect(await subscriptionsOf(before)).toEqual([]);
    expect(await subscriptionsOf(now)).toHaveLength(1);
    expect(await messagesAbout(await runInVain(before))).toEqual([]);
  });

  test('is switched off by its owner, and is nothing to anybody else', async () => {
    const [caller, stranger] = [await customer(product), await customer(product)];
    const { id } = await browserOf(caller);
    expect(await stranger.delete(`/push/subscriptions/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await subscriptionsOf(caller)).toHaveLength(1);
    expect((await caller.delete(`/push/subscriptions/${id}`)).status).toBe(204);
    expect((await caller.delete(`/push/subscriptions/${id}`)).status).toBe(404);
    expect(await messagesAbout(await runInVain(caller))).toEqual([]);
  });

  test('is in the export of its owner, without the keys', async () => {
    const caller = await customer(product);
    const browser = await browserOf(caller);
    const { files } = await exported(caller);
    const text = files.get('push.json')!.toString();
    expect(JSON.parse(text)).toMatchObject([
      { service: 'localhost', endpoint: browser.endpoint, sessionId: expect.any(String) },
    ]);
    for (const key of Object.values(browser.subscription.keys)) expect(text).not.toContain(key);
  });

  test('is not for programs with a key', async () => {
    const program = await programOf(product, await member(product));
    expect(await save(program, new SoftBrowser(service.host))).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
  });

  test('of more than 20 devices the one that was heard of longest ago goes', async () => {
    const someone = await member(product);
    const browsers: SoftBrowser[] = [];
    const userId = await idOf(someone.caller);
    for (let number = 0; number < 21; number += 1) {
      pass(product, 1000);
      browsers.push(await browserOf(await sessionOf(product, userId)));
      // The first one says that it is still there.
      if (number === 19) await save(someone.caller, browsers[0]!);
    }
    const kept = (await subscriptionsOf(someone.caller)).map(({ endpoint }) => endpoint);
    expect(kept).toHaveLength(20);
    expect(kept).toContain(browsers[0]!.endpoint);
    expect(kept).not.toContain(browsers[1]!.endpoint);
  });
});

describe('an address goes with its session', () => {
  /** Somebody with two devices. */
  async function withTwoDevices(): Promise<{ someone: Member; second: Caller }> {
    const someone = await member(product);
    const second = new Caller(product.origin, (await login(product, someone)).body.token);
    await browserOf(someone.caller);
    await browserOf(second);
    return { someone, second };
  }

  test('when one signs out', async () => {
    const { someone, second } = await withTwoDevices();
    await second.post('/auth/logout');
    expect(await subscriptionsOf(someone.caller)).toHaveLength(1);
  });

  test('when it is ended from another device', async () => {
    const { someone } = await withTwoDevices();
    await someone.caller.delete('/sessions');
    expect(await subscriptionsOf(someone.caller)).toHaveLength(1);
  });

  test('when the password is changed', async () => {
    const { someone } = await withTwoDevices();
    expect(
      (await someone.caller.post('/me/password', { currentPassword: PASSWORD, newPassword: 'Herbstwald-77' })).status,
    ).toBeLessThan(300);
    expect(await subscriptionsOf(someone.caller)).toHaveLength(1);
  });

  test('when it has run out: nothing is sent there', async () => {
    const owner = await customer(product);
    await browserOf(owner);
    const em = product.em();
    const runId = randomUUID();
    const [row] = await subscriptionsOf(owner);
    await em.execute('update session set expires_at = now() where user_id = ?', [await idOf(owner)]);
    await em.execute(
      `insert into job (id, created_at, queue, topic, payload, run_after, dispatches, attempt, max_attempts)
       select gen_random_uuid(), now(), 'push', 'notifications.push_due', jsonb_build_object('userId', user_id, 'subscriptionId', id, 'news', 'portraits_ready', 'subjectId', ?::text), now(), 0, 0, 1 from push_subscription where id = ?`,
      [runId, row!.id],
    );
    await ended(runId);
    expect(service.pushes.map(({ path }) => path)).not.toContain(new URL(row!.endpoint).pathname);
  });

  test('when the person is blocked, and nothing is sent any more', async () => {
    const { someone } = await withTwoDevices();
    const userId = await idOf(someone.caller);
    await product.em().transactional((em) => product.api.get(BlockingService).block(em, userId, 'Test'));
    expect(await product.em().execute('select id from push_subscription where user_id = ?', [userId])).toEqual([]);
  });

  test('when the account is deleted, with the messages that wait', async () => {
    const owner = await customer(product);
    const browser = await browserOf(owner);
    const { id: userId, email } = (await owner.get<{ id: string; email: string }>('/me')).body;
    service.answer(browser.path, { status: 503, headers: { 'retry-after': '600' } });
    const runId = await runInVain(owner);
    await until('the first try', async () =>
      (await messagesAbout(runId))[0]?.attempt === 1 && browser.received(service).length === 1 ? true : null,
    );
    expect((await owner.post('/me/deletion', { confirmEmail: email })).status).toBe(200);
    expect(await product.em().execute('select id from push_subscription where user_id = ?', [userId])).toEqual([]);
    expect((await messagesAbout(runId)).filter((job) => !job.finished_at)).toEqual([]);
  });
});
