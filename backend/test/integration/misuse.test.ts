import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import { DAY, HOUR } from '../../src/platform/clock/index.js';
import { Caller } from '../support/caller.js';
import { customer } from '../support/customers.js';
import { exported } from '../support/exports.js';
import { idOf, promote, storedKeys } from '../support/holdings.js';
import { emailsTo } from '../support/emails.js';
import { login, member, pass } from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';
import { recognisableRun, someRandomPicture } from '../support/reported-pictures.js';
import { until } from '../support/until.js';

interface Receipt {
  number: string;
  receivedAt: string;
}
interface Run {
  generationId: string;
  state: string;
  account: { id: string; email: string; isBlocked: boolean } | null;
  isReporters: boolean;
}
interface Report {
  id: string;
  number: string;
  email: string;
  statement: string | null;
  link: string | null;
  picture: string;
  runs: Run[];
}

let product: Product;
let admins: [Caller, Caller];
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  const make = async () => promote(product, await customer(product), { secondFactor: true });
  admins = [await make(), await make()];
});
afterAll(async () => {
  expect(await checkInvariants(product.em(), product.api.get(PaymentProvider))).toEqual([]);
  await product.stop();
});

const someAddress = () => `betroffen-${randomUUID()}@example.org`;
const LINK = 'https://example.org/bild?id=7';
const TO_CONFIRM = /^Bitte bestätigen Sie Ihre Meldung M-/;

async function evidenceOf(picture: Buffer): Promise<string> {
  const answer = await product
    .anonymous()
    .sendFile<{ result: string; evidence: string }>('/misuse-reports/pictures', new Uint8Array(picture));
  expect(answer).toMatchObject({ status: 200, body: { result: 'read', reason: null } });
  return answer.body.evidence;
}
const report = (body: object) =>
  product.anonymous().post<Receipt & { code: string; fields: { path: string; code: string }[] }>('/misuse-reports', {
    reason: 'without_consent',
    ...body,
  });
const waitingForLocks = async (): Promise<number> =>
  (
    await product
      .em()
      .execute(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  ).length;
const confirm = (token: string) =>
  product.anonymous().post<{ code: string; items: Receipt[] }>('/misuse-reports/confirmation', { token });
const mailed = async (email: string, expected = 1) => emailsTo(product, email, TO_CONFIRM, expected);
const tokenOf = (text: string) => decodeURIComponent(/missbrauch-melden\?token=(\S+)/.exec(text)![1]!);
const open = async () => (await admins[0].get<{ items: Report[] }>('/admin/misuse-reports?limit=50')).body.items;
const caseOf = async (number: string) => (await open()).find((each) => each.number === number);
const stateOf = async (number: string) =>
  (await product.em().execute<{ status: string }[]>('select status from misuse_report where number = ?', [number]))[0]
    ?.status;
const act = (
  by: Caller,
  what: 'removal' | 'block',
  { id }: Report,
  generationId: string,
  reason = 'Das Portrait zeigt eine andere Person',
) => by.post<{ code: string }>(`/admin/misuse-reports/${id}/${what}`, { generationId, reason });
const close = (by: Caller, { id }: Report, reason = 'Vielen Dank für den Hinweis.') =>
  by.post<{ code: string }>(`/admin/misuse-reports/${id}/close`, { reason });
const audit = (subject: string) =>
  product
    .em()
    .execute<{ action: string; reason: string; detail: object }[]>(
      'select action, reason, detail from audit_entry where subject_id = ? order by created_at',
      [subject],
    );
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

/** Reports, and confirms by the mail. @returns the case as an admin sees it */
async function confirmed(body: object, email = someAddress()): Promise<Report> {
  const { number } = (await report({ email, ...body })).body;
  await confirm(tokenOf((await mailed(email))[0]!.text));
  return (await caseOf(number))!;
}

describe('reporting misuse', () => {
  test('needs a picture or a link, and an address that confirms it; until then nobody sees it', async () => {
    const email = someAddress();
    expect(await report({ email })).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: [{ path: 'link' }] },
    });
    expect(await report({ email, link: LINK, reason: 'other' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'statement' }] },
    });
    const answer = await report({
      email: ` ${email.toUpperCase()} `,
      link: LINK,
      statement: 'Das bin ich.\nIch weiss von nichts.',
    });
    expect(answer).toMatchObject({
      status: 202,
      body: { number: expect.stringMatching(/^M(-[0-9A-Z]{4}){3}$/), receivedAt: expect.any(String) },
    });
    const { number } = answer.body;
    expect([await stateOf(number), await caseOf(number)]).toEqual(['unconfirmed', undefined]);
    const [mail] = await mailed(email);
    expect(await confirm(tokenOf(mail!.text))).toMatchObject({ status: 200, body: { items: [{ number }] } });
    expect(await caseOf(number)).toMatchObject({
      email,
      reason: 'without_consent',
      statement: 'Das bin ich.\nIch weiss von nichts.',
      link: LINK,
      picture: 'none',
      runs: [],
    });
  });

  test('finds the run a picture comes from, also recoded and halved, keeps nothing of the picture, and answers alike whatever was found', async () => {
    const owner = await customer(product);
    const run = await recognisableRun(product, owner);
    const before = await storedKeys(product);
    const smaller = await sharp(run.picture).resize(160).jpeg({ quality: 70 }).toBuffer();
    const [found, nothing] = [await evidenceOf(smaller), await evidenceOf(await someRandomPicture())];
    expect(found).toHaveLength(nothing.length);
    expect(await confirmed({ evidence: found })).toMatchObject({
      picture: 'recognised',
      runs: [
        {
          generationId: run.id,
          state: 'present',
          account: { id: await idOf(owner), isBlocked: false },
          isReporters: false,
        },
      ],
    });
    expect(await confirmed({ evidence: nothing, link: LINK })).toMatchObject({
      picture: 'unknown',
      link: LINK,
      runs: [],
    });
    expect(await storedKeys(product)).toEqual(before);
    expect(await product.anonymous().sendFile('/misuse-reports/pictures', Buffer.from('no picture'))).toMatchObject({
      status: 200,
      body: { result: 'unreadable', reason: 'unsupported_format', evidence: null },
    });
  });

  test('one mail goes to an address in a day, however often it is written; its link confirms what comes after it too, and again changes nothing', async () => {
    const email = someAddress();
    // None of the six is written before all of them have come.
    const reports = await product.em().transactional(async (em) => {
      await em.execute('lock table misuse_report in share mode');
      const sent = Array.from({ length: 6 }, (_, index) => report({ email, link: `${LINK}&n=${index}` }));
      await until('all of them to wait', async () => ((await waitingForLocks()) === 6 ? true : null));
      return sent;
    });
    expect(statuses(await Promise.all(reports))).toEqual(Array(6).fill(202));
    const [mail] = await mailed(email);
    const token = tokenOf(mail!.text);
    expect((await confirm(token)).body.items).toHaveLength(6);
    const later = await report({ email, link: `${LINK}&n=later` });
    expect(await stateOf(later.body.number)).toBe('unconfirmed');
    const [first, second] = await Promise.all([confirm(token), confirm(token)]);
    expect(second.body).toEqual(first.body);
    expect(first.body.items.map(({ number }) => number)).toContain(later.body.number);
    expect(
      await product.em().execute('select count(*)::int as count from misuse_report where email = ?', [email]),
    ).toEqual([{ count: 7 }]);
    expect(await mailed(email)).toHaveLength(1);
    pass(product, DAY + HOUR);
    await report({ email, link: `${LINK}&n=next-day` });
    expect(await mailed(email, 2)).toHaveLength(2);
  });

  test('a second click is the same report; the same words about another picture are another', async () => {
    const owner = await customer(product);
    const [one, two] = [await recognisableRun(product, owner), await recognisableRun(product, owner)];
    const email = someAddress();
    const [first, again] = await Promise.all([report({ email, link: LINK }), report({ email, link: LINK })]);
    expect(again.body).toEqual(first.body);
    const evidence = await evidenceOf(one.picture);
    const numbers = [
      await report({ email, evidence }),
      await report({ email, evidence }),
      await report({ email, evidence: await evidenceOf(two.picture) }),
    ].map(({ body }) => body.number);
    expect([numbers[1] === numbers[0], numbers[2] === numbers[0]]).toEqual([true, false]);
  });

  test('forged and old links open nothing, nor does evidence that is forged, old or of something else', async () => {
    const email = someAddress();
    const { number } = (await report({ email, link: LINK })).body;
    const token = tokenOf((await mailed(email))[0]!.text);
    const [id, mac] = token.split('.') as [string, string];
    for (const forged of [
      id,
      `${id}.`,
      `${id}.${'A'.repeat(mac.length)}`,
      `${randomUUID()}.${mac}`,
      `x.${mac}`,
      '.',
      'null',
    ]) {
      expect(await confirm(forged), forged).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    }
    const evidence = await evidenceOf(await someRandomPicture());
    for (const forged of [
      'x',
      evidence.slice(0, -4),
      `${evidence.slice(0, -4)}AAAA`,
      evidence.replace(/^.{8}/, 'AAAAAAAA'),
    ]) {
      expect(await report({ email, evidence: forged })).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'evidence', code: 'expired' }] },
      });
    }
    pass(product, HOUR);
    expect(await report({ email, evidence })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'evidence', code: 'expired' }] },
    });
    pass(product, facts.misuse.unconfirmedHours * HOUR);
    expect(await confirm(token)).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    expect(await stateOf(number)).toBe('unconfirmed');
  });

  test('a link is text: only http and https, without names and passwords, and nothing ever asks for it', async () => {
    let asked = 0;
    const receiver = createServer((_, response) => (asked++, response.end()));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void receiver.close());
    const internal = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/geheim`;
    for (const link of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'ftp://example.org/',
      '//example.org',
      'example.org',
      'https://name:pass@example.org/',
      'https://name@example.org/',
      'https://:pass@example.org/',
      'http://',
      '',
      `https://example.org/${'a'.repeat(facts.misuse.linkMax)}`,
      `https://example.org/${'ü'.repeat(facts.misuse.linkMax / 2)}`,
    ]) {
      expect((await report({ email: someAddress(), link })).status, link).toBe(400);
    }
    const found = await confirmed({ link: internal });
    expect(found.link).toBe(internal);
    await close(admins[0], found);
    await emailsTo(product, found.email, /^Antwort zu Ihrer Meldung/);
    expect(asked).toBe(0);
  });

  test('mails hold nothing of what was typed, whatever it was', async () => {
    const statement = 'Gewinn! <a href="https://boese.example">hier</a>\r\nhttps://boese.example\u202e\u2066';
    const found = await confirmed({ link: 'https://boese.example/<b>', statement, reason: 'degrading' });
    expect(found.statement).toBe('Gewinn! <a href="https://boese.example">hier</a>\nhttps://boese.example');
    await close(admins[0], found, 'Wir haben <b>nichts</b> gefunden.');
    const [[asking], [answering]] = [
      await mailed(found.email),
      await emailsTo(product, found.email, /^Antwort zu Ihrer Meldung/),
    ];
    for (const mail of [asking!, answering!]) expect(mail.text + mail.html).not.toMatch(/boese|Gewinn/);
    expect(answering!.text).toContain('Wir haben <b>nichts</b> gefunden.');
    expect(answering!.html).toContain('&#60;b&#62;nichts');
  });
});

describe('what an admin does about it', () => {
  test('removes the run once, of two who try at once; both sides learn of it, neither of the other', async () => {
    const owner = await member(product);
    const run = await recognisableRun(product, owner.caller);
    const found = await confirmed({ evidence: await evidenceOf(run.picture) });
    const balance = async () => (await owner.caller.get<{ credits: number }>('/me')).body.credits;
    const before = await balance();
    expect(
      statuses(await Promise.all([act(admins[0], 'removal', found, run.id), act(admins[1], 'removal', found, run.id)])),
    ).toEqual([204, 409]);
    expect((await owner.caller.get(`/generations/${run.id}`)).status).toBe(404);
    await until('the files to go', async () =>
      (await storedKeys(product, `portraits/${run.id}/`)).length === 0 ? true : null,
    );
    expect(await balance()).toBe(before);
    expect((await owner.caller.get<{ items: object[] }>('/me/deletion-receipts')).body.items).toMatchObject([
      { kind: 'portraits', rule: 'misuse', count: 2 },
    ]);
    expect(await audit(found.id)).toEqual([
      {
        action: 'misuse.remove_run',
        reason: 'Das Portrait zeigt eine andere Person',
        detail: { generationId: run.id, userId: owner.id, portraits: 2 },
      },
    ]);
    expect((await caseOf(found.number))!.runs).toMatchObject([{ state: 'removed' }]);
    const [told] = await emailsTo(product, owner.email, /^Wir haben Portraits von Ihnen gelöscht$/);
    expect(told!.text).toMatch(/Grund: Das Portrait zeigt eine andere Person[^]*Antworten Sie auf diese Nachricht/);
    expect(told!.text).not.toContain(found.email);

    expect(statuses(await Promise.all([close(admins[0], found), close(admins[1], found)]))).toEqual([204, 409]);
    const [answer] = await emailsTo(product, found.email, /^Antwort zu Ihrer Meldung/);
    expect(answer!.text).toMatch(/haben wir gelöscht\.\n\nVielen Dank für den Hinweis\./);
    expect(answer!.text).not.toMatch(new RegExp(`${owner.email}|Petra|gesperrt`));
    expect((await audit(found.id)).at(-1)).toMatchObject({
      action: 'misuse.close',
      detail: { removed: 1, blocked: 0 },
    });
    expect([await caseOf(found.number), (await act(admins[0], 'block', found, run.id)).status]).toEqual([
      undefined,
      409,
    ]);
    expect(
      (await admins[0].get<{ items: { subject: string }[] }>(`/admin/audit?subject=${found.id}`)).body.items.map(
        ({ subject }) => subject,
      ),
    ).toEqual([found.number, found.number]);
  });

  test('blocks the owner once, also of a run that was deleted meanwhile, which cannot be removed any more', async () => {
    const owner = await member(product);
    const run = await recognisableRun(product, owner.caller);
    const found = await confirmed({ evidence: await evidenceOf(run.picture) });
    await owner.caller.delete(`/generations/${run.id}`);
    expect((await caseOf(found.number))!.runs).toMatchObject([{ state: 'deleted', account: { id: owner.id } }]);
    expect(await act(admins[0], 'removal', found, run.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(
      statuses(await Promise.all([act(admins[0], 'block', found, run.id), act(admins[1], 'block', found, run.id)])),
    ).toEqual([204, 409]);
    expect((await owner.caller.get('/me')).status).toBe(401);
    expect(await audit(owner.id)).toEqual([
      { action: 'user.block', reason: 'Das Portrait zeigt eine andere Person', detail: { misuseReport: found.id } },
    ]);
    const [told] = await emailsTo(product, owner.email, /^Ihr Konto ist gesperrt$/);
    expect(told!.text).not.toContain(found.email);
    await close(admins[0], found);
    const [answer] = await emailsTo(product, found.email, /^Antwort zu Ihrer Meldung/);
    expect(answer!.text).toMatch(/haben wir gesperrt/);
    expect(answer!.text).not.toMatch(/haben wir gelöscht/);
  });

  test('somebody who reports a run of their own is shown as its owner; an admin does not block themselves by it', async () => {
    const owner = await member(product);
    const own = await confirmed(
      { evidence: await evidenceOf((await recognisableRun(product, owner.caller)).picture) },
      owner.email,
    );
    expect(own.runs).toMatchObject([{ isReporters: true, account: { email: owner.email } }]);
    const run = await recognisableRun(product, admins[0]);
    const found = await confirmed({ evidence: await evidenceOf(run.picture) });
    expect(await act(admins[0], 'block', found, run.id)).toMatchObject({ status: 409, body: { code: 'own_account' } });
  });

  test('nobody else acts, nothing is done without a reason, on a run that is none of the case, or before the address is confirmed', async () => {
    const owner = await member(product);
    const run = await recognisableRun(product, owner.caller);
    const other = await recognisableRun(product, owner.caller);
    const found = await confirmed({ evidence: await evidenceOf(run.picture) });
    const weak = await promote(product, await customer(product), { secondFactor: false });
    expect((await act(owner.caller, 'removal', found, run.id)).status).toBe(403);
    expect(await act(weak, 'removal', found, run.id)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    });
    expect((await act(product.anonymous(), 'removal', found, run.id)).status).toBe(401);
    for (const reason of ['', '  \u2066'])
      expect((await act(admins[0], 'removal', found, run.id, reason)).status).toBe(400);
    expect((await act(admins[0], 'removal', found, other.id)).status).toBe(404);
    const { number } = (await report({ email: someAddress(), evidence: await evidenceOf(run.picture) })).body;
    const [row] = await product
      .em()
      .execute<{ id: string }[]>('select id from misuse_report where number = ?', [number]);
    expect([
      (await act(admins[0], 'removal', { ...found, id: row!.id }, run.id)).status,
      (await close(admins[0], { ...found, id: row!.id })).status,
    ]).toEqual([404, 404]);
    expect([await audit(found.id), (await owner.caller.get(`/generations/${run.id}`)).status]).toEqual([[], 200]);
  });

  test('cases that wait count on the dashboard, page by page, oldest first', async () => {
    const rows = await product
      .em()
      .execute<{ id: string }[]>("select id from misuse_report where status = 'open' order by created_at, id");
    expect((await admins[0].get<{ openMisuseReports: number }>('/admin/stats')).body.openMisuseReports).toBe(
      rows.length,
    );
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { body: { items: Report[]; nextCursor: string | null } } = await admins[0].get(
        `/admin/misuse-reports?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      );
      ids.push(...page.body.items.map(({ id }) => id));
      cursor = page.body.nextCursor;
    } while (cursor);
    expect(ids).toEqual(rows.map(({ id }) => id));
  });
});

describe('what we hold about a reporter', () => {
  test('goes with the account of that address, but for the case; somebody who only typed the address takes nothing with them', async () => {
    const reporter = await member(product);
    const owner = await member(product);
    const run = await recognisableRun(product, owner.caller);
    const found = await confirmed(
      { evidence: await evidenceOf(run.picture), link: LINK, statement: 'Das bin ich.' },
      reporter.email,
    );
    const { files } = await exported(reporter.caller);
    expect(JSON.parse(files.get('missbrauchsmeldungen.json')!.toString())).toMatchObject([
      { number: found.number, reason: 'without_consent', link: LINK, statement: 'Das bin ich.', status: 'open' },
    ]);
    const words = () =>
      product.em().execute('select email, link, statement, status from misuse_report where id = ?', [found.id]);
    await product.em().execute('update app_user set email_confirmed_at = null where id = ?', [reporter.id]);
    await product.em().transactional(async (em) => {
      const { AccountDataRegistry } = await import('../../src/identity/index.js');
      await product.api.get(AccountDataRegistry).erase(em, reporter.id);
    });
    expect(await words()).toEqual([{ email: reporter.email, link: LINK, statement: 'Das bin ich.', status: 'open' }]);
    await product.em().execute('update app_user set email_confirmed_at = now() where id = ?', [reporter.id]);
    const caller = new Caller(product.origin, (await login(product, reporter)).body.token);
    expect((await caller.post('/me/deletion', { confirmEmail: reporter.email })).status).toBe(200);
    expect(await words()).toEqual([{ email: '', link: null, statement: null, status: 'open' }]);
    await owner.caller.post('/me/deletion', { confirmEmail: owner.email });
    expect((await caseOf(found.number))!.runs).toMatchObject([
      { generationId: run.id, state: 'deleted', account: null, isReporters: false },
    ]);
    expect((await close(admins[0], found)).status).toBe(204);
    expect(await emailsTo(product, reporter.email, /^Antwort zu Ihrer Meldung/, 0)).toEqual([]);
  });
});
