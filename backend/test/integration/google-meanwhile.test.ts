import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registeredCustomer } from '../support/customers.js';
import {
  accountsWith,
  googlePerson,
  mailedCode,
  memberWith,
  whileUncommitted,
  type Standing,
} from '../support/google-people.js';
import { GoogleVisitor } from '../support/google-visitor.js';
import { emailsTo } from '../support/emails.js';
import { startProduct, type Product } from '../support/product.js';

/** Somebody from Google is not alone: others register, confirm, leave, or come at the same moment. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ google: true });
});
afterAll(() => product.stop());

const visitor = () => new GoogleVisitor(product);
const person = (standing: Standing) => googlePerson(product, standing);
const agreed = { purpose: 'sign_in', acceptTerms: true };
const refused = (code: string) => ({ body: { code } });

describe('what changes between question and answer', () => {
  test('an address confirmed by somebody else meanwhile is not handed over', async () => {
    const { email } = await person('verified');
    const anna = visitor();
    const { ticket } = (await anna.signIn(email)).body;
    const { id } = await memberWith(product, email);
    expect(await anna.complete(ticket, { acceptTerms: true })).toMatchObject(refused('google_failed'));
    expect(await accountsWith(product, email)).toMatchObject([{ id, subject: null }]);
  });

  test('an account that its owner confirms this very moment is linked, not replaced', async () => {
    const { email, sub } = await person('authoritative');
    await registeredCustomer(product, email);
    const [before] = await accountsWith(product, email);
    const anna = visitor();
    const back = await anna.choose(email, agreed);
    await whileUncommitted(
      product,
      { sql: 'update app_user set email_confirmed_at = now() where email = ?', params: [email] },
      () => anna.finish(back),
    );
    expect(await accountsWith(product, email)).toEqual([{ ...before, confirmed: true, subject: sub }]);
  });

  test('an account that is gone meanwhile does not come back without the terms', async () => {
    const { email } = await person('verified');
    const { id } = await memberWith(product, email);
    await product.em().execute('update app_user set password_hash = null where id = ?', [id]);
    const anna = visitor();
    const { ticket } = (await anna.signIn(email)).body;
    const code = await mailedCode(product, email);
    await product.em().execute('delete from app_user where id = ?', [id]);
    expect(await anna.complete(ticket, { code })).toMatchObject(refused('google_failed'));
    expect(await accountsWith(product, email)).toEqual([]);
  });

  test.each([
    ['an address nobody has', 'verified', false],
    ['an account that is linked', 'authoritative', true],
  ] as const)('four browsers at once make one account and one link: %s', async (_what, standing, known) => {
    const { email, sub } = await person(standing);
    if (known) await memberWith(product, email);
    const browsers = [visitor(), visitor(), visitor(), visitor()];
    const backs = await Promise.all(browsers.map((browser) => browser.choose(email, agreed)));
    const answers = await Promise.all(browsers.map((browser, at) => browser.finish(backs[at]!)));
    expect(answers.map(({ body }) => body.status)).toEqual(browsers.map(() => 'signed_in'));
    expect(await accountsWith(product, email)).toMatchObject([{ subject: sub }]);
    if (known) expect(await emailsTo(product, email, /Google wurde mit Ihrem Konto verknüpft/)).toHaveLength(1);
  });

  test('of several answers at once to one question one counts', async () => {
    const one = visitor();
    const next = await person('verified');
    const { ticket } = (await one.signIn(next.email)).body;
    const completed = await Promise.all([1, 2, 3].map(() => one.complete(ticket, { acceptTerms: true })));
    expect(completed.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await accountsWith(product, next.email)).toHaveLength(1);
  });

  test('a ticket lasts ten minutes', async () => {
    const { email } = await person('verified');
    const { ticket } = (await visitor().signIn(email)).body;
    await product
      .em()
      .execute(`update auth_challenge set expires_at = now() - interval '1 second' where id = ?`, [ticket]);
    expect(await visitor().complete(ticket, { acceptTerms: true })).toMatchObject(refused('google_failed'));
  });
});
