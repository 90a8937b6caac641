import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { googlePerson, written } from '../support/google-people.js';
import { ForgingIssuer } from '../support/forging-issuer.js';
import { GoogleVisitor, type Return } from '../support/google-visitor.js';
import { pass, TOO_LONG } from '../support/members.js';
import { GOOGLE_CLIENT, startProduct, type Product } from '../support/product.js';

/** An answer counts only in the browser that asked, once, in time, and as Google gave it. Whatever else comes changes nothing. */
let product: Product;
let email: string;
beforeAll(async () => {
  product = await startProduct({ google: true, worker: false });
});
afterAll(() => product.stop());

const agreed = { purpose: 'sign_in', acceptTerms: true };
const visitor = () => new GoogleVisitor(product);

beforeEach(async () => {
  ({ email } = await googlePerson(product, 'verified'));
});

async function requireNothing(
  visit: () => Promise<{ status: number; body: Record<string, unknown> }>,
  code = 'google_failed',
  status = 400,
): Promise<void> {
  const before = await written(product);
  expect(await visit()).toMatchObject({ status, body: { code } });
  expect(await written(product)).toEqual(before);
}

describe('refused', () => {
  test('the answer to another browser’s question', async () => {
    const [mine, yours] = [visitor(), visitor()];
    const yourReturn = await yours.choose(email, agreed);
    await requireNothing(() => mine.finish(yourReturn));
    const myReturn = await mine.choose(email, agreed);
    await requireNothing(() => mine.finish({ ...myReturn, state: yourReturn['state']! }));
    expect((await yours.finish(yourReturn)).body.status).toBe('signed_in');
  });

  test('another’s code in one’s own answer: the verifier is not its', async () => {
    const [mine, yours] = [visitor(), visitor()];
    const stolen = (await yours.choose(email, agreed))['code']!;
    const myReturn = await mine.choose(email, agreed);
    await requireNothing(() => mine.finish({ ...myReturn, code: stolen }));
  });

  test('an answer given twice', async () => {
    const someone = visitor();
    const thief = visitor();
    const back = await someone.choose(email, agreed);
    thief.borrow(someone);
    expect((await someone.finish(back)).body.status).toBe('signed_in');
    await requireNothing(() => someone.finish(back));
    await requireNothing(() => thief.finish(back));
  });

  test('the same answer twice at once counts once', async () => {
    const someone = visitor();
    const back = await someone.choose(email, agreed);
    const answers = await Promise.all([someone.finish(back), someone.finish(back)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('an answer after ten minutes', async () => {
    const someone = visitor();
    const back = await someone.choose(email, agreed);
    pass(product, TOO_LONG);
    await requireNothing(() => someone.finish(back));
    pass(product, -TOO_LONG);
  });

  test.each<[string, (back: Return) => Return]>([
    ['no code', ({ state, iss }) => ({ state: state!, iss: iss! })],
    ['an invented code', (back) => ({ ...back, code: 'invented' })],
    ['an invented state', (back) => ({ ...back, state: 'x'.repeat(43) })],
    ['a longer state', (back) => ({ ...back, state: `${back['state']!}x` })],
    ['another issuer', (back) => ({ ...back, iss: 'https://evil.example' })],
    ['no issuer', ({ code, state }) => ({ code: code!, state: state! })],
    ['an error of the request', ({ state }) => ({ state: state!, error: 'invalid_request' })],
  ])('%s', async (_what, change) => {
    const someone = visitor();
    const back = await someone.choose(email, agreed);
    await requireNothing(() => someone.finish(change(back)));
  });

  test('a cookie that is no exchange', async () => {
    const back = await visitor().choose(email, agreed);
    for (const cookie of ['x', randomUUID(), '']) {
      await requireNothing(() =>
        product.anonymous().send('POST', '/auth/google/finish', { ...back }, { cookie: `bildnis_google=${cookie}` }),
      );
    }
  });

  test('what is no answer at all, with the fields that are wrong', async () => {
    const { status, body } = await visitor().post<{ code: string; fields: { path: string }[] }>('/auth/google/finish', {
      state: '',
      surprise: true,
    });
    expect([status, body.code]).toEqual([400, 'validation']);
    expect(body.fields.map(({ path }) => path).sort()).toEqual(['state', 'surprise']);
    expect((await visitor().post('/auth/google/finish', undefined)).status).toBe(400);
  });

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/app\u0000',
    '/app\u001b',
    '/app\ud800',
    '/app\u202e',
  ])('%s as the way on', async (redirect) => {
    expect(await visitor().start({ purpose: 'sign_in', redirect })).toMatchObject({
      status: 400,
      body: { code: 'validation' },
    });
  });
});

describe('the exchange', () => {
  test('is tied to the browser by a cookie no script and no other host gets; its state says nothing about it', async () => {
    const started = await visitor().start();
    const [cookie] = started.headers.getSetCookie();
    expect(cookie).toMatch(/^bildnis_google=[0-9a-f-]{36}; Max-Age=600; Path=\/; .*HttpOnly; SameSite=Lax$/);
    const { searchParams } = new URL(started.body.url);
    expect(searchParams.get('state')).not.toBe(/=([0-9a-f-]{36})/.exec(cookie!)![1]);
    expect(searchParams.get('redirect_uri')).toBe(`${product.origin}/auth`);
  });

  test('ends when the person leaves Google without choosing', async () => {
    const someone = visitor();
    const again = visitor();
    const before = await written(product);
    const left = await someone.choose(null, { purpose: 'sign_in', redirect: '/app' });
    again.borrow(someone);
    expect((await someone.finish(left)).body).toMatchObject({
      status: 'cancelled',
      redirect: '/app',
      user: null,
      token: null,
      ticket: null,
    });
    for (const other of [someone, again, visitor()]) await requireNothing(() => other.finish(left));
    const stranger = visitor();
    await stranger.start();
    await requireNothing(() => stranger.finish(left));
    expect(await written(product)).toEqual(before);
  });

  test('fails as an outage when Google says it is one', async () => {
    const someone = visitor();
    const { state } = await someone.choose(email, agreed);
    await requireNothing(
      () => someone.finish({ state: state!, error: 'temporarily_unavailable' }),
      'google_unavailable',
      502,
    );
  });
});

describe('with an issuer that lies, or is gone', () => {
  let forged: Product;
  let google: ForgingIssuer;
  beforeAll(async () => {
    google = await ForgingIssuer.start(GOOGLE_CLIENT.GOOGLE_CLIENT_ID, GOOGLE_CLIENT.GOOGLE_CLIENT_SECRET);
    forged = await startProduct({
      worker: false,
      env: { ...GOOGLE_CLIENT, GOOGLE_ISSUER_URL: google.issuer, RATE_LIMITS: 'true' },
    });
  });
  afterAll(() => forged.stop());

  async function begin(body: Record<string, unknown> = agreed) {
    const someone = new GoogleVisitor(forged);
    const { searchParams } = new URL((await someone.start(body)).body.url);
    return {
      someone,
      nonce: searchParams.get('nonce')!,
      back: { code: 'a-code', state: searchParams.get('state')!, iss: google.issuer },
    };
  }

  test('a token that is not as asked for opens nothing', async () => {
    for (const forgery of [
      { claims: { nonce: 'another' } },
      { claims: { aud: 'another' } },
      { header: { alg: 'none' }, signedBy: 'nobody' as const },
      { signedBy: 'stranger' as const },
    ]) {
      const { someone, nonce, back } = await begin();
      google.willGive(nonce, forgery);
      expect(await someone.finish(back)).toMatchObject({ status: 400, body: { code: 'google_failed' } });
    }
    expect(await written(forged)).toEqual({ users: 0, links: 0, sessions: 0 });
  });

  test('an issuer that takes a code twice opens one session for it', async () => {
    const { someone, nonce, back } = await begin();
    const thief = new GoogleVisitor(forged);
    thief.borrow(someone);
    google.willGive(nonce);
    expect((await someone.finish(back)).body.status).toBe('signed_in');
    expect(await thief.finish(back)).toMatchObject({ status: 400, body: { code: 'google_failed' } });
    expect(await written(forged)).toEqual({ users: 1, links: 1, sessions: 1 });
    await forged.em().execute('delete from app_user');
  });

  test('a ticket lasts ten tries', async () => {
    const { someone, nonce, back } = await begin({ purpose: 'sign_in' });
    google.willGive(nonce);
    const { ticket } = (await someone.finish(back)).body;
    const statuses = [];
    for (let attempt = 1; attempt <= 11; attempt += 1) statuses.push((await someone.complete(ticket, {})).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  test('an issuer that is gone lets nobody in, and nothing is written', async () => {
    const { someone, back } = await begin();
    await google.stop();
    expect(await someone.finish(back)).toMatchObject({ status: 502, body: { code: 'google_unavailable' } });
    expect(await written(forged)).toEqual({ users: 0, links: 0, sessions: 0 });
  });

  test('an installation without Google says so', async () => {
    const without = await startProduct({ worker: false, env: { RATE_LIMITS: 'true' } });
    const someone = new GoogleVisitor(without);
    const answer = await someone.start();
    expect(answer).toMatchObject({ status: 502, body: { code: 'google_unavailable' } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const statuses = await Promise.all(Array.from({ length: 61 }, () => someone.finish({ state: 'x' })));
    expect(
      statuses.filter(({ status }) => status === 429).length,
      'the limit counts before anything is looked at',
    ).toBeGreaterThan(0);
    await without.stop();
  });
});
