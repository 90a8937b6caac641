import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AnnouncementReceipt, AnnouncementReceipts } from '../../src/announcements/index.js';
import { AnnouncementSpreading } from '../../src/announcements/announcement-spreading.service.js';
import { createWorker } from '../../src/app/worker.js';
import { facts } from '../../src/facts/index.js';
import { Mailer } from '../../src/integrations/mail/index.js';
import { Clock, DAY, HOUR, MINUTE } from '../../src/platform/clock/index.js';
import { announce, announcements, publish, sendOut, shift, TEXT } from '../support/announcements.js';
import { idOf, type Caller } from '../support/caller.js';
import { customer, emailOf, leave, registeredCustomer, sessionOf, signedUp, subscriber } from '../support/customers.js';
import { emailsTo } from '../support/emails.js';
import { exported } from '../support/exports.js';
import { promote } from '../support/holdings.js';
import { inFrancs, PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { settled } from '../support/retention.js';
import { until } from '../support/until.js';

const now = facts.consents.terms;
let product: Product;
let admin: Caller;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  admin = await promote(product, await customer(product), { secondFactor: true });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  publish(now);
  await product.stop();
});

/** A day that no other announcement of this file has, also when midnight passes meanwhile. */
let days = 50;
const announcePrivacy = (sooner = 0) => announce(admin, { kind: 'privacy' }, ++days + sooner);
const told = (email: string, subject: RegExp) => emailsTo(product, email, subject, 0);
const noteReceipt = async (announcementId: string, userId: string) => {
  const receipt = { id: randomUUID(), createdAt: product.api.get(Clock).now(), announcementId, userId };
  await product.em().insert(AnnouncementReceipt, receipt);
  return receipt.id;
};
const receipts = (id: string) => product.em().find(AnnouncementReceipt, { announcementId: id });

describe('announcing a change', () => {
  test('tells everybody concerned once, by two workers, however often it is done', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => signedUp(product)));
    const blocked = await signedUp(product);
    await product.em().execute('update app_user set is_blocked = true where id = ?', [blocked.id]);
    const unconfirmed = await registeredCustomer(product);
    const { status, body } = await announcePrivacy();
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'privacy', sent: 0, canBeTakenBack: true });
    expect(body.concerned).toBeGreaterThanOrEqual(people.length + 1);
    const second = await createWorker(product.config);
    try {
      second.get(Clock).shift(product.api.get(Clock).now().getTime() - Date.now());
      shift(product, 16 * MINUTE, second);
      const spreading = [product.worker!, second].map((worker) => worker.get(AnnouncementSpreading));
      await Promise.all([...spreading, ...spreading].map((one) => one.spread(body.id)));
      const done = await until('the emails', async () => {
        const one = (await announcements(admin)).items.find(({ id }) => id === body.id)!;
        return one.sent === one.concerned ? one : null;
      });
      expect(done).toMatchObject({ concerned: body.concerned, canBeTakenBack: false });
      await Promise.all(spreading.map((one) => one.spread(body.id)));
      await settled(product);
    } finally {
      await second.close();
    }
    for (const { email } of people) {
      const mails = await told(email, /Datenschutzerklärung/);
      expect(mails).toHaveLength(1);
      expect(mails[0]!.text).toContain(TEXT);
    }
    expect(await told(unconfirmed.email, /Datenschutzerklärung/)).toEqual([]);
    expect(await told(blocked.email, /Datenschutzerklärung/)).toEqual([]);
    expect((await receipts(body.id)).every(({ sentAt }) => sentAt)).toBe(true);
  });

  test('asks for thirty whole days by the clock of the server, and for one announcement of a change', async () => {
    const tooEarly = await announce(admin, { kind: 'privacy' }, -1);
    expect(tooEarly).toMatchObject({ status: 400, body: { code: 'notice_too_short' } });
    const { earliestOn } = await announcements(admin);
    const [first, again] = await Promise.all([0, 1].map(() => announce(admin, { kind: 'privacy' })));
    expect([first!.status, again!.status].toSorted()).toEqual([201, 409]);
    expect([first!.body.code, again!.body.code]).toContain('already_announced');
    expect((await announcements(admin)).items.filter(({ effectiveOn }) => effectiveOn === earliestOn)).toHaveLength(1);
    const terms = { kind: 'terms', version: '2031-01' };
    expect((await announce(admin, terms, 40)).status).toBe(201);
    expect((await announce(admin, terms, 41)).body.code).toBe('already_announced');
  });

  test.each([
    ['terms without a version', { kind: 'terms' }],
    ['a version that is no month', { kind: 'terms', version: '2027-13' }],
    ['a price without a plan', { kind: 'price', priceRappen: 1290 }],
    ['a price of half a Rappen', { kind: 'price', planId: 'starter', priceRappen: 1290.5 }],
    ['a price that the plan has', { kind: 'price', planId: 'starter', priceRappen: PLAN_PRICES.starter }],
    ['an unknown plan', { kind: 'price', planId: 'gold', priceRappen: 1290 }],
    ['a day that is none', { kind: 'privacy', effectiveOn: '2027-02-30' }],
    ['no words', { kind: 'privacy', text: '  ' }],
    ['something else', { kind: 'colours' }],
  ])('refuses %s', async (_what, change) => {
    expect(await announce(admin, change, 20)).toMatchObject({ status: 400, body: { code: 'validation' } });
  });

  test('can be taken back until the first email begins, and leaves lines in the audit log', async () => {
    const [early, late] = [(await announcePrivacy()).body, (await announcePrivacy()).body];
    expect((await admin.delete(`/admin/announcements/${early.id}`)).status).toBe(204);
    expect((await admin.delete(`/admin/announcements/${early.id}`)).status).toBe(404);
    await sendOut(product, admin, late.id);
    const refused = await admin.delete(`/admin/announcements/${late.id}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'already_sent' } });
    expect((await announcements(admin)).items.some(({ id }) => id === early.id)).toBe(false);
    expect(await receipts(early.id)).toEqual([]);
    const { body } = await admin.get<{ items: { action: string; detail: object }[] }>(
      `/admin/audit?subject=${early.id}`,
    );
    expect(body.items.map(({ action }) => action)).toEqual(['announcement.take_back', 'announcement.create']);
    expect(body.items[1]!.detail).toEqual({ kind: 'privacy', effectiveOn: early.effectiveOn });
  });

  test('is for admins alone, and shows them the email and how many get it before it is sent', async () => {
    const stranger = await customer(product);
    for (const answer of [
      await stranger.get('/admin/announcements'),
      await stranger.post('/admin/announcements', { kind: 'privacy', text: TEXT, effectiveOn: '2031-01-01' }),
      await stranger.post('/admin/announcements/preview', { kind: 'privacy', text: TEXT, effectiveOn: '2031-01-01' }),
      await stranger.delete(`/admin/announcements/${randomUUID()}`),
    ])
      expect(answer.status).toBe(403);
    const change = { kind: 'price', planId: 'starter', priceRappen: 1290, text: TEXT, effectiveOn: '2031-01-01' };
    const before = (await announcements(admin)).items.length;
    const { body } = await admin.post<{ concerned: number; subject: string; text: string }>(
      '/admin/announcements/preview',
      change,
    );
    expect(body).toMatchObject({ concerned: 0, subject: 'Der Preis Ihres Abos Starter ändert sich' });
    for (const words of ['CHF 12.90', inFrancs(PLAN_PRICES.starter), '1. Januar 2031', TEXT, 'Das kostet nichts'])
      expect(body.text).toContain(words);
    expect((await announcements(admin)).items).toHaveLength(before);
  });
});

describe('who is told', () => {
  test('an email that goes late moves the day of its receiver, and says so', async () => {
    const person = await signedUp(product);
    const { body } = await announce(admin, { kind: 'terms', version: '2031-02' });
    publish('2031-02');
    shift(product, 3 * DAY);
    await settled(product);
    const [mail] = await emailsTo(product, person.email, /AGB/);
    const own = (await receipts(body.id)).find(({ userId }) => userId === person.id)!;
    expect(own.effectiveFrom!.getTime() - own.sentAt!.getTime()).toBeGreaterThanOrEqual(
      facts.terms.changeNoticeDays * DAY,
    );
    expect(own.effectiveFrom!.getTime()).toBeGreaterThan(Date.parse(body.effectiveOn) + DAY);
    const day = new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeZone: 'Europe/Zurich' });
    expect(mail!.subject).toBe(`Unsere AGB ändern sich am ${day.format(own.effectiveFrom!)}`);
  });

  test('somebody who comes later under the old terms is told within a day; who has accepted them is not', async () => {
    const { body } = await announce(admin, { kind: 'terms', version: '2031-03' });
    publish('2031-03');
    await sendOut(product, admin, body.id);
    publish('2031-02');
    const [later, accepted] = [await signedUp(product), await signedUp(product)];
    publish('2031-03');
    await product.em().execute(`update app_user set terms_version = '2031-03' where id = ?`, [accepted.id]);
    shift(product, DAY + HOUR);
    await settled(product);
    expect(await emailsTo(product, later.email, /AGB/)).not.toEqual([]);
    expect((await receipts(body.id)).map(({ userId }) => userId)).toContain(later.id);
    expect((await receipts(body.id)).map(({ userId }) => userId)).not.toContain(accepted.id);
  });

  test('nobody before the new terms can be read at the link, also once emails are noted', async () => {
    const person = await signedUp(product);
    const { body } = await announce(admin, { kind: 'terms', version: '2031-04' });
    shift(product, HOUR);
    await settled(product);
    expect(await told(person.email, /AGB/)).toEqual([]);
    expect(await receipts(body.id)).toEqual([]);
    // Noted by a release that was taken back before its emails went.
    publish('2031-04');
    const posting = vi.spyOn(product.worker!.get(Mailer), 'send').mockRejectedValue(new Error('away'));
    shift(product, HOUR + MINUTE);
    await until('the receipts', async () => (await receipts(body.id)).length > 0 || null);
    await until('a try', () => posting.mock.calls.length > 0 || null);
    publish('2031-03');
    // A try that began before goes on to its end; none that begins from here on sends anything.
    await until('no try to be under way', async () =>
      (await product.em().execute("select 1 from job where queue = 'mail' and leased_until is not null")).length === 0
        ? true
        : null,
    );
    posting.mockRestore();
    shift(product, 2 * HOUR);
    await settled(product);
    expect(await told(person.email, /AGB/)).toEqual([]);
    publish('2031-04');
    shift(product, 2 * HOUR);
    await until('the email', async () => (await told(person.email, /AGB/)).length > 0 || null);
    await settled(product);
    const own = (await receipts(body.id)).find(({ userId }) => userId === person.id)!;
    expect(own.effectiveFrom).toEqual(own.saidFrom);
  });

  test('after a crash behind the email, its day holds as the email said it', async () => {
    const person = await signedUp(product);
    const { body } = await announcePrivacy(-50);
    // Sent, and noted as sent, but not on the receipt.
    const noting = vi.spyOn(product.worker!.get(AnnouncementReceipts), 'noteSent').mockRejectedValue(new Error('dead'));
    shift(product, 16 * MINUTE);
    const [mail] = await emailsTo(product, person.email, /Datenschutzerklärung/);
    await until('the crash', () => noting.mock.calls.length > 0 || null);
    noting.mockRestore();
    shift(product, 6 * DAY);
    await settled(product);
    const own = (await receipts(body.id)).find(({ userId }) => userId === person.id)!;
    const day = new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeZone: 'Europe/Zurich' });
    expect(mail!.subject).toContain(day.format(own.effectiveFrom!));
    expect(await told(person.email, /Datenschutzerklärung/)).toHaveLength(1);
  });

  test('a price: who has a contract of this plan. The export says so, and it goes with the account', async () => {
    const [owner, other] = [await subscriber(product, 'starter'), await subscriber(product, 'business')];
    const { body } = await announce(admin, { kind: 'price', planId: 'starter', priceRappen: 1290 });
    expect(body.concerned).toBe(1);
    await sendOut(product, admin, body.id);
    const [mail] = await emailsTo(product, await emailOf(owner), /Preis Ihres Abos Starter/);
    expect(mail!.text).toContain('CHF 12.90');
    expect(await told(await emailOf(other), /Preis Ihres/)).toEqual([]);
    const again = await sessionOf(product, await idOf(owner));
    const { files } = await exported(again);
    expect(JSON.parse(files.get('ankuendigungen.json')!.toString())).toEqual([
      expect.objectContaining({ kind: 'price', planId: 'starter', priceRappen: 1290, sentAt: expect.any(String) }),
    ]);
    const userId = await idOf(owner);
    await leave(again);
    expect(await product.em().execute('select 1 from announcement_receipt where user_id = ?', [userId])).toEqual([]);
  });

  test('an email that waits when newer terms take the place of its own is given up', async () => {
    const { id: userId } = await signedUp(product);
    const { body } = await announce(admin, { kind: 'terms', version: '2031-05' });
    const receiptId = await noteReceipt(body.id, userId);
    publish('2031-06');
    expect(await product.worker!.get(AnnouncementReceipts).begin(receiptId, false)).toBeNull();
    expect(await receipts(body.id)).toEqual([]);
    publish('2031-04');
  });

  test('an email of a price that went before a crash stays noted, also where its contract has gone since', async () => {
    const { id: userId } = await signedUp(product);
    const { body } = await announce(admin, { kind: 'price', planId: 'professional', priceRappen: 2190 }, 60);
    const receiptId = await noteReceipt(body.id, userId);
    const worker = product.worker!.get(AnnouncementReceipts);
    expect(await worker.begin(receiptId, true)).toBeNull();
    const [own] = await receipts(body.id);
    expect(own!.sentAt).not.toBeNull();
    expect(own!.effectiveFrom).toEqual(own!.saidFrom);
    const other = await noteReceipt(body.id, (await signedUp(product)).id);
    expect(await worker.begin(other, false)).toBeNull();
    expect((await receipts(body.id)).map(({ id }) => id)).toEqual([receiptId]);
  });
});
