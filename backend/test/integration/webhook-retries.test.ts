import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { Clock, DAY, HOUR, MINUTE, SECOND } from '../../src/platform/clock/index.js';
import { Caller } from '../support/caller.js';
import { anyStyle, grantCredits, profileMarkedReady } from '../support/customers.js';
import { completedRun, profileWithModel } from '../support/holdings.js';
import { emailsTo } from '../support/emails.js';
import { login, member, pass, type Member } from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';
import { round } from '../support/retention.js';
import { until } from '../support/until.js';
import { attempted, deliveriesOf, endpointAt, endpointOf, type Delivery } from '../support/webhook-endpoints.js';
import { isSignedBy, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

/** Webhooks with the clock moved. */
let receiver: WebhookReceiver;
let product: Product;
let owner: Member;
let path: string;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  product = await startProduct({ env: { WEBHOOK_LOOPBACK: 'true', LOG_LEVEL: 'silent' } });
});
beforeEach(async () => {
  owner = await member(product);
  path = `/hook-${randomUUID()}`;
});
afterAll(async () => {
  await product.stop();
  await receiver.stop();
});

const { retryHours, secretOverlapHours, failingDays } = facts.webhooks;
const listening = (events = ['generation.failed']) => endpointAt(owner.caller, receiver.urlOf(path), events);

/** Brings about a message, by a run without a trained model. */
async function happen(): Promise<void> {
  await grantCredits(product, owner.caller, 10);
  const run = await owner.caller.post('/generations', {
    profileId: await profileMarkedReady(product, owner.caller),
    styleId: await anyStyle(owner.caller),
  });
  if (run.status >= 300) throw new Error(`the run answered ${run.status} ${JSON.stringify(run.body)}`);
}

/** Lets attempt after attempt of the newest delivery come at its time, until it has ended; `nth` says which of the endpoint's that is. */
async function playOut(endpointId: string, attempts: number, nth = 1): Promise<Delivery> {
  await until(`delivery ${nth}`, async () =>
    (await deliveriesOf(owner.caller, endpointId)).length === nth ? true : null,
  );
  let delivery = await attempted(owner.caller, endpointId, attempts);
  while (delivery.state === 'pending') {
    pass(product, Date.parse(delivery.nextAttemptAt!) - product.api.get(Clock).now().getTime() + SECOND);
    await until('the next attempt', async () => {
      const [row] = await product
        .em()
        .execute<{ made: number }[]>('select jsonb_array_length(attempts) as made from webhook_delivery where id = ?', [
          delivery.id,
        ]);
      return row!.made > delivery.attempts.length ? true : null;
    });
    delivery = (await deliveriesOf(owner.caller, endpointId)).find(({ id }) => id === delivery.id)!;
  }
  return delivery;
}

// The first, since its portraits are dated by the clock of the database.
test('portraits that will go are told with their reminder, once', async () => {
  const { endpoint } = await listening(['portraits.expiring']);
  const run = await completedRun(product, owner.caller, await profileWithModel(product, owner.caller));
  const { keptDays, reminderDaysBefore } = facts.portraits;
  pass(product, (keptDays - reminderDaysBefore) * DAY + HOUR);
  await round(product);
  owner.caller = new Caller(product.origin, (await login(product, owner)).body.token); // the session has long ended
  const delivery = await attempted(owner.caller, endpoint.id, 1);
  const generation = (await owner.caller.get<{ expiresAt: string }>(`/generations/${run.id}`)).body;
  expect(delivery.event).toMatchObject({
    type: 'portraits.expiring',
    data: { generationId: run.id, expiresAt: generation.expiresAt },
  });
  pass(product, HOUR);
  await round(product);
  expect(await deliveriesOf(owner.caller, endpoint.id)).toHaveLength(1);
});

test('a message that is refused comes again, for a day, under one id and with a signature of its time; then it is given up', async () => {
  const { endpoint, secret } = await listening();
  receiver.always(path, { status: 503 });
  await happen();
  const ended = await playOut(endpoint.id, 1);
  expect(ended.state).toBe('failed');
  expect(ended.nextAttemptAt).toBeNull();
  expect(ended.attempts.map(({ status, error }) => `${status} ${error}`)).toEqual(Array(8).fill('503 refused'));
  const messages = receiver.at(path);
  expect(new Set(messages.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
  const stamps = messages.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(new Set(stamps).size).toBe(8);
  expect(stamps.at(-1)! - stamps[0]!).toBeLessThanOrEqual(retryHours * 3600);
  for (const message of messages) expect(isSignedBy(message, secret)).toBe(true);
  expect(await endpointOf(owner.caller, endpoint.id)).toMatchObject({
    enabled: true,
    failingSince: expect.any(String),
  });
  pass(product, DAY);
  expect(receiver.at(path)).toHaveLength(8);

  // By hand it begins anew, and what is taken ends the failure.
  receiver.answer(path, { status: 500 }, { status: 200 });
  await owner.caller.post(`/webhook-endpoints/${endpoint.id}/deliveries/${ended.id}/replay`);
  const again = await playOut(endpoint.id, 9);
  expect([again.state, again.attempts.length]).toEqual(['delivered', 10]);
  expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await endpointOf(owner.caller, endpoint.id)).toMatchObject({ failingSince: null });
});

test('sent again by hand while it waits, it is sent at once, and not a second time at its time', async () => {
  const { endpoint } = await listening();
  receiver.answer(path, { status: 500 }, { status: 500 });
  await happen();
  await attempted(owner.caller, endpoint.id, 1);
  const waiting = await until('the second attempt', async () => {
    const [found] = await deliveriesOf(owner.caller, endpoint.id);
    if (found!.attempts.length === 1) pass(product, 2 * SECOND);
    return found!.attempts.length === 2 ? found! : null;
  });
  await owner.caller.post(`/webhook-endpoints/${endpoint.id}/deliveries/${waiting.id}/replay`);
  expect((await attempted(owner.caller, endpoint.id, 3)).state).toBe('delivered');
  pass(product, HOUR);
  await until('the older job to end', async () =>
    (await product.em().execute(`select 1 from job where topic = 'partners.webhook_due' and finished_at is null`))
      .length === 0
      ? true
      : null,
  );
  expect(receiver.at(path)).toHaveLength(3);
});

describe('a new secret', () => {
  test('holds at once beside the one before, which holds for a day more', async () => {
    const { endpoint, secret: before } = await listening();
    const { body } = await owner.caller.post<{ secret: string; endpoint: { previousSecretUntil: string } }>(
      `/webhook-endpoints/${endpoint.id}/secret`,
    );
    expect(Date.parse(body.endpoint.previousSecretUntil) - product.api.get(Clock).now().getTime()).toBeGreaterThan(
      secretOverlapHours * HOUR - MINUTE,
    );
    expect(body.secret).not.toBe(before);
    await happen();
    const [both] = await receiver.arrived(path, 1);
    expect(both!.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    for (const secret of [before, body.secret]) expect(isSignedBy(both!, secret)).toBe(true);

    pass(product, secretOverlapHours * HOUR - MINUTE);
    await happen();
    const inTime = (await receiver.arrived(path, 2))[1]!;
    for (const secret of [before, body.secret]) expect(isSignedBy(inTime, secret)).toBe(true);
    pass(product, 2 * MINUTE);
    await happen();
    const after = (await receiver.arrived(path, 3))[2]!;
    expect([isSignedBy(after, before), isSignedBy(after, body.secret)]).toEqual([false, true]);
    expect(after.headers['webhook-signature']).toMatch(/^v1,\S{44}$/);
    expect((await endpointOf(owner.caller, endpoint.id)).previousSecretUntil).toBeNull();
  });

  test('of two within a day the first one’s predecessor ends at once: two hold at most', async () => {
    const { endpoint, secret: first } = await listening();
    const rotate = async () =>
      (await owner.caller.post<{ secret: string }>(`/webhook-endpoints/${endpoint.id}/secret`)).body.secret;
    const [second, third] = [await rotate(), await rotate()];
    await happen();
    const [message] = await receiver.arrived(path, 1);
    expect([first, second, third].map((secret) => isSignedBy(message!, secret))).toEqual([false, true, true]);
  });
});

describe('an endpoint is switched off', () => {
  const EMAIL = /Webhook wurde ausgeschaltet/;

  test('when it says that it is gone, and its owner is told', async () => {
    const { endpoint } = await listening();
    receiver.always(path, { status: 410 });
    await happen();
    expect(await attempted(owner.caller, endpoint.id, 1)).toMatchObject({
      state: 'failed',
      attempts: [{ status: 410 }],
      nextAttemptAt: null,
    });
    expect(await endpointOf(owner.caller, endpoint.id)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    const [mail] = await emailsTo(product, owner.email, EMAIL);
    expect(mail!.text).toContain('410');
    expect(mail!.text).not.toContain(path);
    await happen();
    expect(await deliveriesOf(owner.caller, endpoint.id)).toHaveLength(1);
  });

  test('when it has taken nothing for days, and not before; what waits for it is given up', async () => {
    const { endpoint } = await listening();
    receiver.always(path, { status: 500 });
    await happen();
    await playOut(endpoint.id, 1);
    pass(product, (failingDays - 2) * DAY);
    await happen();
    await playOut(endpoint.id, 1, 2);
    expect(await endpointOf(owner.caller, endpoint.id)).toMatchObject({ enabled: true });
    expect(await emailsTo(product, owner.email, EMAIL, 0)).toHaveLength(0);
    pass(product, DAY);
    await happen();
    await playOut(endpoint.id, 1, 3);
    expect(await endpointOf(owner.caller, endpoint.id)).toMatchObject({ enabled: false, disabledReason: 'failing' });
    expect(await emailsTo(product, owner.email, EMAIL)).toHaveLength(1);
    expect((await deliveriesOf(owner.caller, endpoint.id)).map(({ state }) => state)).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
    // Switched on again it begins anew.
    expect((await owner.caller.patch(`/webhook-endpoints/${endpoint.id}`, { enabled: true })).body).toMatchObject({
      enabled: true,
      failingSince: null,
    });
  });
});
