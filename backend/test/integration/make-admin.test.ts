import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../../src/app/make-admin.js';
import { customer, registeredCustomer } from '../support/customers.js';
import { findFreePort } from '../../src/embedded/ports.js';
import { idOf, promote } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { createDatabase } from '../support/services.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

/** The command as an operator runs it: nothing but the address of the database is needed. */
const run = (...words: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    execFile(
      process.execPath,
      ['dist/make-admin.js', ...words],
      { env: { PATH: process.env['PATH'], DATABASE_URL: url() } },
      (error, stdout, stderr) => done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
const url = () => product.env['DATABASE_URL']!;
const refusal = (address?: string, database: string | undefined = url()) =>
  makeAdmin(database, address).then(
    () => 'done',
    (error: Error) => error.message,
  );
const linesAbout = (id: string) =>
  product.em().execute<object[]>('select actor_id, action, reason, detail from audit_entry where subject_id = ?', [id]);

test('makes an admin of a confirmed account, once, and notes that a command did it', async () => {
  const person = await customer(product);
  const [id, { email }] = [await idOf(person), (await person.get<{ email: string }>('/me')).body];
  expect(await run(` ${email.toUpperCase()}`)).toEqual({
    code: 0,
    stdout: `${email} ist jetzt Admin. Der Admin-Bereich verlangt einen zweiten Faktor: in der App in den Einstellungen unter «Sicherheit».\n`,
    stderr: '',
  });
  expect((await person.get('/me')).body).toMatchObject({ role: 'admin' });
  expect(await person.get('/admin/users')).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
  expect(await run(email)).toEqual({ code: 1, stdout: '', stderr: `Das Konto ${email} hat die Rolle Admin schon.\n` });
  expect(await linesAbout(id)).toEqual([
    { actor_id: null, action: 'user.role', reason: 'make-admin', detail: { role: 'admin' } },
  ]);
  await promote(product, person, { secondFactor: true });
  expect((await person.get<{ items: object[] }>(`/admin/audit?subject=${id}`)).body.items).toMatchObject([
    { action: 'user.role', actor: null, byCommand: true, subject: email },
  ]);
});

test('run several times at once it is done once', async () => {
  const person = await customer(product);
  const { email } = (await person.get<{ email: string }>('/me')).body;
  const already = `Das Konto ${email} hat die Rolle Admin schon.`;
  expect((await Promise.all([1, 2, 3].map(() => refusal(email)))).toSorted()).toEqual([already, already, 'done']);
  expect(await linesAbout(await idOf(person))).toHaveLength(1);
});

test('says in German why it cannot be done, and does nothing', async () => {
  const nobody = `niemand-${randomUUID()}@example.org`;
  expect(await refusal(nobody)).toBe(`Das Konto ${nobody} gibt es nicht. Registrieren Sie sich zuerst in der App.`);
  const { email } = await registeredCustomer(product);
  expect(await refusal(email)).toBe(
    `Das Konto ${email} ist noch nicht bestätigt. Folgen Sie zuerst dem Link in der E-Mail, die Sie bei der Registrierung erhalten haben.`,
  );
  const { email: shut, id } = (await (await customer(product)).get<{ email: string; id: string }>('/me')).body;
  await product.em().execute('update app_user set is_blocked = true where id = ?', [id]);
  expect(await refusal(shut)).toBe(`Das Konto ${shut} ist gesperrt. Geben Sie das Konto zuerst frei.`);
  expect(await refusal('petra')).toBe('«petra» ist keine E-Mail-Adresse.');
  expect(await refusal()).toBe('Aufruf: make-admin E-MAIL');
  expect(await refusal(email, '')).toBe('Es fehlt DATABASE_URL: die Adresse der Datenbank.');
  expect(
    await product
      .em()
      .execute(
        "select count(*)::int as count from app_user where role = 'admin' and (is_blocked or email_confirmed_at is null)",
      ),
  ).toEqual([{ count: 0 }]);
});

test('says so when the database is away, or still empty', async () => {
  expect(
    await refusal('petra@example.org', `postgres://bildnis:geheim@127.0.0.1:${await findFreePort()}/bildnis`),
  ).toMatch(/^Die Datenbank ist nicht erreichbar: (?!.*geheim).+$/);
  const empty = await createDatabase({ empty: true });
  expect(await refusal('petra@example.org', empty.url)).toBe(
    'Die Datenbank ist noch leer. Führen Sie zuerst migrate aus.',
  );
  await empty.drop();
});
