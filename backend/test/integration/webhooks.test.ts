import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlockingService } from '../../src/privacy/index.js';
import { CreditsService } from '../../src/credits/index.js';
import { facts } from '../../src/facts/index.js';
import { WebhookNotes } from '../../src/partners/webhooks/webhook-notes.service.js';
import { Caller } from '../support/caller.js';
import { anyStyle, customer, draftMarkedComplete, grantCredits, profileMarkedReady } from '../support/customers.js';
import { exported } from '../support/exports.js';
import { idOf, jobsOf, profileWithModel } from '../support/holdings.js';
import { longTest } from '../support/long-test.js';
import { member, programOf } from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { until } from '../support/until.js';
import {
  ALL_EVENTS,
  attempted,
  deliveriesOf,
  endpointAt,
  endpointOf,
  type Delivery,
  type Endpoint,
} from '../support/webhook-endpoints.js';
import { startWebhookReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.js';

let receiver: WebhookReceiver;
let product: Product;
beforeAll(async () => {
  receiver = await startWebhookReceiver({ tls: true });
  product = await startProduct({ env: { WEBHOOK_LOOPBACK: 'true', LOG_LEVEL: 'silent' } });
  await hurry(product.worker!);
});
afterAll(async () => {
  await product.stop();
  await receiver.stop();
});

let count = 0;
const ownPath = () => `/hook/${(count += 1)}`;
const { lowCredits, maxEndpoints } = facts.webhooks;

/** A customer with an endpoint of their own. */
async function listening(events: readonly string[] = ALL_EVENTS) {
  const owner = await customer(product);
  const path = ownPath();
  return { owner, path, ...(await endpointAt(owner, receiver.urlOf(path), events)) };
}

const runWith = async (owner: Caller, profileId: string) =>
  (await owner.post<{ id: string }>('/generations', { profileId, styleId: await anyStyle(owner) })).body.id;

describe('an endpoint', () => {
  test('shows its secret once; at rest it is sealed, and nowhere else', async () => {
    const { owner, endpoint, secret } = await listening(['profile.ready']);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toMatchObject({
      events: ['profile.ready'],
      enabled: true,
      disabledReason: null,
      failingSince: null,
      previousSecretUntil: null,
    });
    const listed = await owner.get<{ items: Endpoint[] }>('/webhook-endpoints');
    expect(listed.body.items).toEqual([endpoint]);
    const rows = await product.em().execute('select * from webhook_endpoint where id = ?', [endpoint.id]);
    for (const text of [
      JSON.stringify(listed.body),
      JSON.stringify(await endpointOf(owner, endpoint.id)),
      JSON.stringify(rows),
    ])
      expect(text).not.toContain(secret.slice('whsec_'.length, -1));
  });

  test('is changed, switched off and on, and deleted with what is known of it', async () => {
    const { owner, endpoint, path } = await listening(['profile.ready']);
    const other = ownPath();
    expect(
      (await owner.patch(`/webhook-endpoints/${endpoint.id}`, { url: receiver.urlOf(other), events: ['credits.low'] }))
        .body,
    ).toMatchObject({ url: receiver.urlOf(other), events: ['credits.low'], enabled: true });
    expect((await owner.patch(`/webhook-endpoints/${endpoint.id}`, { enabled: false })).body).toMatchObject({
      enabled: false,
      disabledReason: 'owner',
    });
    expect(await owner.post(`/webhook-endpoints/${endpoint.id}/test`)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await owner.patch(`/webhook-endpoints/${endpoint.id}`, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabledReason: null,
    });
    await owner.post(`/webhook-endpoints/${endpoint.id}/test`);
    await receiver.arrived(other);
    expect(receiver.at(path)).toEqual([]);
    expect((await owner.delete(`/webhook-endpoints/${endpoint.id}`)).status).toBe(204);
    expect((await owner.get(`/webhook-endpoints/${endpoint.id}`)).status).toBe(404);
    expect(await product.em().execute('select id from webhook_delivery where endpoint_id = ?', [endpoint.id])).toEqual(
      [],
    );
  });

  test(`of one account there are ${maxEndpoints} at most, also when they are made at once`, async () => {
    const owner = await customer(product);
    const answers = await Promise.all(
      Array.from({ length: maxEndpoints + 2 }, () =>
        owner.post('/webhook-endpoints', { url: receiver.urlOf(ownPath()), events: ['profile.ready'] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(maxEndpoints).fill(201), 409, 409]);
  });

  test('asks for something, each once, and for nothing unknown', async () => {
    const owner = await customer(product);
    for (const events of [[], ['profile.ready', 'profile.ready'], ['user.created'], ['test']]) {
      expect(
        (await owner.post('/webhook-endpoints', { url: receiver.urlOf('/'), events })).status,
        JSON.stringify(events),
      ).toBe(400);
    }
  });

  test('is for programs whose key names it, and for no other', async () => {
    const someone = await member(product);
    const program = await programOf(product, someone);
    expect(
      (await program.post('/webhook-endpoints', { url: receiver.urlOf(ownPath()), events: ['profile.ready'] })).status,
    ).toBe(201);
    const { body } = await someone.caller.post<{ secret: string }>('/api-keys', {
      name: 'Lesen',
      scopes: ['account:read'],
    });
    expect(await new Caller(product.origin, body.secret).get('/webhook-endpoints')).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
  });

  test('and its deliveries are nothing to anybody else', async () => {
    const { owner, endpoint } = await listening();
    const { id } = (await owner.post<Delivery>(`/webhook-endpoints/${endpoint.id}/test`)).body;
    const stranger = await listening();
    for (const path of [
      `${endpoint.id}/deliveries/${id}/replay`,
      `${stranger.endpoint.id}/deliveries/${id}/replay`,
      `${endpoint.id}/test`,
      `${endpoint.id}/secret`,
    ]) {
      expect((await stranger.owner.post(`/webhook-endpoints/${path}`)).status, path).toBe(404);
    }
    expect((await stranger.owner.get(`/webhook-endpoints/${endpoint.id}/deliveries`)).status).toBe(404);
  });
});

describe('a message', () => {
  test('as a test: signed, with its id, type and time, and in the list of deliveries with its attempt', async () => {
    const { owner, endpoint, secret, path } = await listening();
    const asked = await owner.post<Delivery>(`/webhook-endpoints/${endpoint.id}/test`);
    expect(asked).toMatchObject({ status: 202, body: { state: 'pending', attempts: [] } });
    const [message] = await receiver.arrived(path);
    const event = verified(message!, secret);
    expect(event).toEqual({
      id: message!.headers['webhook-id'],
      type: 'test',
      createdAt: expect.stringMatching(/Z$/),
      data: {},
    });
    expect(message!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Bildnis-Webhooks/1' });
    expect(() => verified(message!, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow();
    const delivery = await attempted(owner, endpoint.id, 1);
    expect(delivery).toEqual({
      id: asked.body.id,
      event,
      state: 'delivered',
      attempts: [{ at: expect.any(String), status: 204, durationMs: expect.any(Number), error: null }],
      nextAttemptAt: null,
      createdAt: expect.any(String),
    });
  });

  test('as a test that fails: once and never again', async () => {
    const { owner, endpoint, path } = await listening();
    receiver.always(path, { status: 500 });
    await owner.post(`/webhook-endpoints/${endpoint.id}/test`);
    expect(await attempted(owner, endpoint.id, 1)).toMatchObject({
      state: 'failed',
      nextAttemptAt: null,
      attempts: [{ status: 500, error: 'refused' }],
    });
    expect(await endpointOf(owner, endpoint.id)).toMatchObject({ enabled: true, failingSince: null });
  });

  test('tells of trainings and runs, each with ids and states alone, to every endpoint that asked for it', async () => {
    const { owner, secret, path } = await listening([
      'profile.ready',
      'profile.failed',
      'generation.completed',
      'generation.failed',
    ]);
    const second = ownPath();
    const other = await endpointAt(owner, receiver.urlOf(second), ['generation.completed']);
    await grantCredits(product, owner, 400);
    const good = await draftMarkedComplete(product, owner);
    await owner.post(`/ai-profiles/${good}/training`);
    await receiver.arrived(path, 1);
    const bad = await draftMarkedComplete(product, owner);
    await product
      .em()
      .execute(`update reference_photo set analysis = jsonb_set(analysis, '{quality}', '0') where profile_id = ?`, [
        bad,
      ]);
    await owner.post(`/ai-profiles/${bad}/training`);
    await receiver.arrived(path, 2);
    const profileId = await profileWithModel(product, owner);
    const run = await runWith(owner, profileId);
    await receiver.arrived(path, 3);
    const without = await profileMarkedReady(product, owner);
    const failed = await runWith(owner, without);
    const told = (await receiver.arrived(path, 4)).map((message) => verified(message, secret));
    expect(told.map(({ type, data }) => [type, data])).toEqual([
      ['profile.ready', { profileId: good }],
      ['profile.failed', { profileId: bad, reason: 'too_few_photos' }],
      ['generation.completed', { generationId: run, profileId, portraits: facts.generation.portraits }],
      ['generation.failed', { generationId: failed, profileId: without, reason: 'engine' }],
    ]);
    const [copy] = await receiver.arrived(second, 1);
    expect(verified(copy!, other.secret)).toEqual(told[2]);
    expect(receiver.at(second)).toHaveLength(1);
  });

  test('is there with what it tells of, or not at all', async () => {
    const { owner, endpoint } = await listening(['credits.low']);
    await grantCredits(product, owner, lowCredits);
    const userId = await idOf(owner);
    const take = () =>
      product.em().transactional(async (em) => {
        await product.api
          .get(CreditsService)
          .book(em, { userId, delta: -1, reason: 'admin_adjustment', businessKey: 'test:undone' });
        throw new Error('undone');
      });
    await expect(take()).rejects.toThrow('undone');
    expect(await deliveriesOf(owner, endpoint.id)).toEqual([]);
    expect(await jobsOf(product, 'partners.webhook_due', 'endpointId', endpoint.id)).toEqual([]);
  });

  test('tells once that credits are low, and again only after they were not', async () => {
    const { owner, endpoint, path, secret } = await listening(['credits.low']);
    const userId = await idOf(owner);
    let step = 0;
    const move = (delta: number) =>
      product
        .em()
        .transactional((em) =>
          product.api
            .get(CreditsService)
            .book(em, { userId, delta, reason: 'admin_adjustment', businessKey: `test:${userId}:${(step += 1)}` }),
        );
    await move(lowCredits - 1); // never was enough
    await move(1);
    await move(-1);
    await move(-10);
    await move(-10);
    await move(21);
    await move(-5);
    const told = (await receiver.arrived(path, 2)).map((message) => verified(message, secret).data);
    const balances = told.map((data) => data['balance']).toSorted();
    expect([balances, new Set(told.map((data) => data['threshold']))]).toEqual([
      [lowCredits - 1, lowCredits - 5].toSorted(),
      new Set([lowCredits]),
    ]);
    expect(await deliveriesOf(owner, endpoint.id)).toHaveLength(2);
  });

  test('is listed newest first, page by page, each once', async () => {
    const { owner, endpoint } = await listening();
    const sent: string[] = [];
    for (let number = 0; number < 5; number += 1)
      sent.push((await owner.post<Delivery>(`/webhook-endpoints/${endpoint.id}/test`)).body.id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { body: { items: Delivery[]; nextCursor: string | null } } = await owner.get(
        `/webhook-endpoints/${endpoint.id}/deliveries?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.body.items.map(({ id }) => id));
      cursor = page.body.nextCursor;
    }
    expect(seen.toSorted()).toEqual(sent.toSorted());
  });

  test('is sent again under the same id, and its attempts are kept', async () => {
    const { owner, endpoint, path, secret } = await listening();
    receiver.answer(path, { status: 500 });
    const { id } = (await owner.post<Delivery>(`/webhook-endpoints/${endpoint.id}/test`)).body;
    expect((await attempted(owner, endpoint.id, 1)).state).toBe('failed');
    expect(await owner.post(`/webhook-endpoints/${endpoint.id}/deliveries/${id}/replay`)).toMatchObject({
      status: 202,
      body: { id, state: 'pending' },
    });
    const again = await attempted(owner, endpoint.id, 2);
    expect(again).toMatchObject({ id, state: 'delivered', attempts: [{ status: 500 }, { status: 204 }] });
    const messages = receiver.at(path);
    expect(new Set(messages.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    for (const message of messages) verified(message, secret);
  });
});

describe('answers', () => {
  test.each([
    ['leads elsewhere', { status: 302, headers: { location: 'https://example.org/' } }, 'redirect'],
    ['refuses', { status: 404 }, 'refused'],
  ] as const)('that %s are failures, and nothing is asked there', async (_name, answer, error) => {
    const { owner, endpoint, path } = await listening();
    receiver.always(path, answer);
    await owner.post(`/webhook-endpoints/${endpoint.id}/test`);
    expect((await attempted(owner, endpoint.id, 1)).attempts).toMatchObject([{ status: answer.status, error }]);
  });

  test('however long: their status is all that is kept', async () => {
    const { owner, endpoint, path } = await listening();
    receiver.always(path, { status: 200, body: 'geheim '.repeat(200_000) });
    await owner.post(`/webhook-endpoints/${endpoint.id}/test`);
    expect((await attempted(owner, endpoint.id, 1)).state).toBe('delivered');
    const rows = await product.em().execute('select * from webhook_delivery where endpoint_id = ?', [endpoint.id]);
    expect(JSON.stringify(rows)).not.toContain('geheim');
  });

  longTest('that never come hold up neither other endpoints nor other customers', async () => {
    const slow = await listening();
    receiver.always(slow.path, 'silence');
    const beside = ownPath();
    const quick = await endpointAt(slow.owner, receiver.urlOf(beside));
    for (let number = 0; number < 40; number += 1) await slow.owner.post(`/webhook-endpoints/${slow.endpoint.id}/test`);
    await receiver.arrived(slow.path, 2);
    const other = await listening();
    await Promise.all([
      other.owner.post(`/webhook-endpoints/${other.endpoint.id}/test`),
      slow.owner.post(`/webhook-endpoints/${quick.endpoint.id}/test`),
    ]);
    await Promise.all([receiver.arrived(other.path), receiver.arrived(beside)]);
    // They did not have to wait until all of those had been tried.
    expect(receiver.at(slow.path).length).toBeLessThan(20);
    const [ended] = await until('an end of the silence', async () => {
      const rows = await product
        .em()
        .execute<{ attempts: object[] }[]>(
          `select attempts from webhook_delivery where endpoint_id = ? and attempts <> '[]'`,
          [slow.endpoint.id],
        );
      return rows.length > 0 ? rows : null;
    });
    expect(ended!.attempts).toMatchObject([{ status: null, error: 'timeout' }]);
    await slow.owner.delete(`/webhook-endpoints/${slow.endpoint.id}`);
  });
});

describe('a person', () => {
  test('who is blocked is told nothing, nor what waited for them after the block', async () => {
    const { owner, endpoint, path } = await listening();
    receiver.answer(path, { status: 503 });
    await grantCredits(product, owner, lowCredits + 10);
    await runWith(owner, await profileMarkedReady(product, owner));
    await attempted(owner, endpoint.id, 1);
    const userId = await idOf(owner);
    const told = receiver.at(path).length;
    await product.em().transactional((em) => product.api.get(BlockingService).block(em, userId, 'Test'));
    const states = await product
      .em()
      .execute<{ state: string }[]>('select distinct state from webhook_delivery where endpoint_id = ?', [endpoint.id]);
    expect(states.map(({ state }) => state)).not.toContain('pending');
    await product
      .em()
      .transactional((em) =>
        product.api
          .get(CreditsService)
          .book(em, { userId, delta: -20, reason: 'admin_adjustment', businessKey: `test:${userId}:blocked` }),
      );
    await product.em().execute('update app_user set is_blocked = false where id = ?', [userId]);
    expect(
      (await jobsOf(product, 'partners.webhook_due', 'endpointId', endpoint.id)).filter((job) => !job.finished_at),
    ).toEqual([]);
    expect(receiver.at(path)).toHaveLength(told);
  });

  test('who leaves takes endpoints, deliveries and what waits along', async () => {
    const { owner, endpoint, path } = await listening();
    receiver.always(path, { status: 503 });
    await grantCredits(product, owner, 10);
    await runWith(owner, await profileMarkedReady(product, owner));
    await attempted(owner, endpoint.id, 1);
    const { id, email } = (await owner.get<{ id: string; email: string }>('/me')).body;
    expect((await owner.post('/me/deletion', { confirmEmail: email })).status).toBe(200);
    for (const table of ['webhook_endpoint', 'webhook_delivery'])
      expect(await product.em().execute(`select id from ${table} where user_id = ?`, [id])).toEqual([]);
    expect((await jobsOf(product, 'partners.webhook_due', 'userId', id)).filter((job) => !job.finished_at)).toEqual([]);
  });

  test('finds endpoints and deliveries in the export, and no secret', async () => {
    const { owner, endpoint, secret } = await listening();
    await owner.post(`/webhook-endpoints/${endpoint.id}/test`);
    await attempted(owner, endpoint.id, 1);
    const { files } = await exported(owner);
    const text = files.get('webhooks.json')!.toString();
    expect(JSON.parse(text)).toMatchObject([
      {
        url: endpoint.url,
        events: ALL_EVENTS,
        deliveries: [{ message: { type: 'test' }, state: 'delivered', attempts: [{ status: 204 }] }],
      },
    ]);
    const [row] = await product
      .em()
      .execute<{ sealed_key: string }[]>('select sealed_key from webhook_endpoint where id = ?', [endpoint.id]);
    for (const hidden of [secret.slice(6), row!.sealed_key]) expect(text).not.toContain(hidden);
  });
});

test('noted for an endpoint that is switched off in the same moment, a message is given up', async () => {
  const { owner, endpoint, path } = await listening();
  await product.em().execute('update webhook_endpoint set disabled_at = now() where id = ?', [endpoint.id]);
  await product
    .em()
    .transactional((em) =>
      product.api.get(WebhookNotes).note(em, 'a0000000-0000-4000-8000-000000000000', [endpoint.id], 'test', {}),
    );
  await until('its end', async () => ((await deliveriesOf(owner, endpoint.id))[0]?.state === 'failed' ? true : null));
  expect(receiver.at(path)).toEqual([]);
});

test('a secret that another server secret has sealed is never guessed: nothing is sent until there is a new one', async () => {
  const { owner, endpoint, path } = await listening();
  await product.em().execute(`update webhook_endpoint set sealed_key = 'AAAA' where id = ?`, [endpoint.id]);
  await owner.post(`/webhook-endpoints/${endpoint.id}/test`);
  expect((await attempted(owner, endpoint.id, 1)).attempts).toMatchObject([
    { status: null, error: 'secret_unreadable' },
  ]);
  expect(receiver.at(path)).toEqual([]);
  const { secret } = (await owner.post<{ secret: string }>(`/webhook-endpoints/${endpoint.id}/secret`)).body;
  await owner.post(`/webhook-endpoints/${endpoint.id}/test`);
  await until('the new signature', () => receiver.at(path)[0] ?? null);
  verified(receiver.at(path)[0]!, secret);
});
