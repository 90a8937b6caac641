import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replayJournal } from '../../src/app/replay-journal.js';
import { CreditsService, type CreditReason } from '../../src/credits/index.js';
import { facts } from '../../src/facts/index.js';
import { Caller, idOf } from '../support/caller.js';
import { customer, grantCredits, leave, subscriber } from '../support/customers.js';
import { exported } from '../support/exports.js';
import { completedRun, profileWithModel, promote } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { settled } from '../support/retention.js';

const { shownFrom } = facts.judgements;
const contract = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../openapi/openapi.json', import.meta.url)), 'utf8'),
) as { paths: Record<string, object> };

interface Figures {
  judgements: number;
  customers: number;
  from: string;
  to: string;
  likeness: number[];
  wouldUse: number;
}
interface Published {
  all: Figures | null;
  styles: { slug: string; figures: Figures }[];
  sentences: { style: { slug: string } | null; month: string; sentence: string; reply: string | null }[];
  sentencesInAll: number;
  hiddenSentences: number;
}
interface Own {
  isJudgeable: boolean;
  isAsked: boolean;
  judgement: { likeness: number; sentence: string | null; reply: string | null; hiddenReason: string | null } | null;
}

let product: Product;
let admin: Caller;
let styleIds: string[];
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  admin = await promote(product, await customer(product), { secondFactor: true });
  styleIds = (await admin.get<{ items: { id: string }[] }>('/styles')).body.items.map(({ id }) => id);
});
afterAll(() => product.stop());

const move = async (caller: Caller, delta: number, reason: CreditReason, businessKey: string = randomUUID()) => {
  const userId = await idOf(caller);
  await product
    .em()
    .transactional((em) => product.api.get(CreditsService).book(em, { userId, delta, reason, businessKey }));
};

/** A completed run that was charged, in the first style on sale or another one. */
async function chargedRun(caller: Caller, profileId?: string, style = 0): Promise<string> {
  const { id } = await completedRun(product, caller, profileId ?? (await profileWithModel(product, caller)), 0);
  await product.em().execute('update generation set style_id = ? where id = ?', [styleIds[style]!, id]);
  await move(caller, -facts.generation.credits, 'generation_charge', `generation:${id}:charge`);
  return id;
}

async function paidRun(caller: Caller, profileId?: string, style = 0): Promise<string> {
  await grantCredits(product, caller, facts.generation.credits);
  return chargedRun(caller, profileId, style);
}

const ANSWERS = { likeness: 4, wouldUse: true };
const withSentence = (sentence: string, more: object = {}) => ({
  ...ANSWERS,
  sentence,
  consentVersion: facts.consents.judgement,
  ...more,
});
const judge = (caller: Caller, id: string, body: object = ANSWERS) =>
  caller.put<Own>(`/generations/${id}/judgement`, body);
const look = async (caller: Caller, id: string) => (await caller.get<Own>(`/generations/${id}/judgement`)).body;
const published = async () => {
  const answer = await product.anonymous().get<Published>('/judgements');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return answer.body;
};
const count = async () => {
  const [row] = await product
    .em()
    .execute<{ number: number }[]>('select count(*)::int as number from judgement where judged_at is not null');
  return row!.number;
};

/** As many judgements in a style as are missing until there are `wanted` in all. */
async function fillUp(wanted: number, style: number): Promise<void> {
  while ((await count()) < wanted) {
    const caller = await customer(product);
    const profileId = await profileWithModel(product, caller);
    for (let run = 0; run < 5 && (await count()) < wanted; run += 1)
      expect(await judge(caller, await paidRun(caller, profileId, style))).toMatchObject({ status: 200 });
  }
}

describe('a run may be judged', () => {
  test('by its customer, who has bought the credits: once, changed by nobody else, and taken back', async () => {
    const payer = await subscriber(product);
    const id = await chargedRun(payer);
    expect(await look(payer, id)).toEqual({ isJudgeable: true, isAsked: false, judgement: null });
    expect(await judge(payer, id)).toMatchObject({ status: 200, body: { isAsked: true, judgement: ANSWERS } });
    await judge(payer, id, { likeness: 2, wouldUse: false });
    expect((await look(payer, id)).judgement).toMatchObject({ likeness: 2, sentence: null });
    expect(await count()).toBe(1);
    const stranger = await customer(product);
    for (const answer of [
      await judge(stranger, id),
      await stranger.get(`/generations/${id}/judgement`),
      await stranger.delete(`/generations/${id}/judgement`),
      await judge(admin, id),
      await judge(payer, randomUUID()),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const key = await payer.post<{ secret: string }>('/api-keys', {
      name: 'Ablage',
      scopes: ['generations:read', 'generations:write'],
    });
    const program = new Caller(product.origin, key.body.secret);
    expect(await judge(program, id)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    // The run goes, what was said of it stays until it is taken back.
    expect((await payer.delete(`/generations/${id}`)).status).toBe(204);
    expect(await judge(payer, id, ANSWERS)).toMatchObject({ status: 200 });
    expect((await payer.get<{ items: object[] }>('/judgements/own')).body.items).toMatchObject([
      { generationId: id, likeness: 4 },
    ]);
    expect((await payer.delete(`/generations/${id}/judgement`)).status).toBe(204);
    expect([await count(), (await payer.get<{ items: object[] }>('/judgements/own')).body.items]).toEqual([0, []]);
    expect(await judge(payer, id)).toMatchObject({ status: 404 });
  });

  test('not where it was a gift, a repeat, a sample, nobody of hers, not finished, given back or owed for', async () => {
    const refused = async (caller: Caller, id: string) => {
      expect((await look(caller, id)).isJudgeable).toBe(false);
      expect(await judge(caller, id)).toMatchObject({ status: 409, body: { code: 'run_not_judgeable' } });
    };
    const gifted = await customer(product);
    await move(gifted, facts.generation.credits, 'admin_adjustment');
    await refused(gifted, await chargedRun(gifted));

    const caller = await customer(product);
    const profileId = await profileWithModel(product, caller);
    const id = await paidRun(caller, profileId);
    await refused(caller, (await completedRun(product, caller, profileId, 0)).id);
    const set = (what: string) => product.em().execute(`update generation set ${what} where id = ?`, [id]);
    const only = async (what: string, back: string) => {
      await set(what);
      await refused(caller, id);
      await set(back);
    };
    await only(`repeat_of = gen_random_uuid(), complaint = 'light'`, 'repeat_of = null, complaint = null');
    await only('is_sample = true', 'is_sample = false');
    await only(`status = 'processing'`, `status = 'completed'`);
    const owes = (credits: number) =>
      product.em().execute('update credit_account set owed = ? where user_id = ?', [credits, caller.userId]);
    await owes(5);
    await refused(caller, id);
    await owes(0);
    await promote(product, caller, { secondFactor: true });
    await refused(caller, id);
    await product.em().execute(`update app_user set role = 'user' where id = ?`, [caller.userId]);
    expect(await judge(caller, id)).toMatchObject({ status: 200 });
    await caller.delete(`/generations/${id}/judgement`);
    await product
      .em()
      .execute(
        `insert into consent (id, created_at, user_id, kind, profile_id, version, given_at) values (gen_random_uuid(), now(), ?, 'person_pictured', ?, '2026-11', now())`,
        [caller.userId, profileId],
      );
    await refused(caller, id);
    const returned = await paidRun(gifted);
    await move(gifted, facts.generation.credits, 'generation_return', `generation:${returned}:return`);
    await refused(gifted, returned);
    expect(await count()).toBe(0);
  });

  test('once also where two answer at the same time, or one answers while the account goes', async () => {
    const caller = await customer(product);
    const id = await paidRun(caller);
    const answers = await Promise.all([1, 2, 3, 4, 5].map((likeness) => judge(caller, id, { ...ANSWERS, likeness })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await count()).toBe(1);
    const another = await paidRun(caller);
    await Promise.all([leave(caller), judge(caller, another)]);
    expect(await count()).toBe(0);
  });

  test('or not: who declines is not asked again, and may still say something', async () => {
    const caller = await customer(product);
    const id = await paidRun(caller);
    expect((await caller.delete(`/generations/${id}/judgement`)).status).toBe(204);
    expect(await look(caller, id)).toEqual({ isJudgeable: true, isAsked: true, judgement: null });
    expect(await count()).toBe(0);
    expect((await exported(caller)).files.get('urteile.json')!.toString()).toContain(id);
    expect(await judge(caller, id)).toMatchObject({ status: 200 });
    await caller.delete(`/generations/${id}/judgement`);
  });

  test('with a sentence only together with the consent, as plain text without links', async () => {
    const caller = await customer(product);
    const id = await paidRun(caller);
    for (const body of [
      { ...ANSWERS, sentence: 'Gut getroffen.' },
      { ...ANSWERS, consentVersion: facts.consents.judgement },
      withSentence('Gut getroffen.', { consentVersion: '2020-01' }),
      withSentence('x'.repeat(facts.judgements.sentenceMax + 1)),
      withSentence('Mehr auf https://example.org/x'),
      withSentence('Mehr auf Beispiel.ch, dort.'),
      withSentence('zeile\nzwei'),
      { ...ANSWERS, likeness: 6 },
      { ...ANSWERS, likeness: 2.5 },
      { likeness: 3 },
    ])
      expect(await judge(caller, id, body), JSON.stringify(body)).toMatchObject({ status: 400 });
    expect(await count()).toBe(0);
    const sentence = '<b>Gut</b> getroffen, z.B. die Augen.Danke';
    expect(await judge(caller, id, withSentence(sentence))).toMatchObject({ body: { judgement: { sentence } } });
    await caller.delete(`/generations/${id}/judgement`);
  });
});

describe('what is published', () => {
  test('can be added, changed or left out by no admin', () => {
    const root = '/api/v1/admin/judgements';
    const routes = Object.entries(contract.paths)
      .filter(([path]) => path.startsWith(root))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path.slice(root.length)}`));
    expect(routes.toSorted()).toEqual([
      'get ',
      'get /figures',
      'post /{id}/hiding',
      'post /{id}/showing',
      'put /{id}/reply',
    ]);
  });

  test('is nothing below twenty, then counts and sentences; what is taken back is gone at once', async () => {
    const author = await customer(product);
    const run = await paidRun(author);
    await judge(author, run, withSentence('Meine Mutter hat mich erkannt.', { likeness: 5, wouldUse: false }));
    await fillUp(shownFrom - 1, 0);
    expect(await published()).toMatchObject({ all: null, styles: [], sentences: [], sentencesInAll: 0 });
    await fillUp(shownFrom, 1);
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' }).format();
    const first = await published();
    expect(first.all).toEqual({
      judgements: shownFrom,
      customers: 6,
      from: today,
      to: today,
      likeness: [0, 0, 0, shownFrom - 1, 1],
      wouldUse: shownFrom - 1,
    });
    // Of the twenty one is of another style.
    expect(first.styles).toEqual([]);
    expect(first.sentences).toMatchObject([
      { month: today.slice(0, 7), sentence: 'Meine Mutter hat mich erkannt.', reply: null },
    ]);
    expect(JSON.stringify(first)).not.toContain(author.userId);
    await fillUp(shownFrom + 1, 0);
    expect((await published()).styles).toMatchObject([{ figures: { judgements: shownFrom } }]);

    await judge(author, run, { likeness: 5, wouldUse: false });
    expect(await published()).toMatchObject({ all: { judgements: shownFrom + 1 }, sentences: [], sentencesInAll: 0 });
    await judge(author, run, withSentence('Doch, sie hat.', { likeness: 5, wouldUse: false }));
    expect((await published()).sentences).toMatchObject([{ sentence: 'Doch, sie hat.' }]);
    await author.delete(`/generations/${run}/judgement`);
    expect(await published()).toMatchObject({ all: { judgements: shownFrom }, styles: [], sentences: [] });
    await judge(author, run, withSentence('Ich gehe.'));
    await leave(author);
    expect(await published()).toMatchObject({ all: { judgements: shownFrom }, sentences: [] });
  });

  test('is replied to and hidden by admins, in the log and in the count, and by no other means theirs', async () => {
    await fillUp(shownFrom, 0);
    const author = await customer(product);
    const run = await paidRun(author);
    await judge(author, run, withSentence('Es ging so.', { likeness: 2 }));
    const list = async () =>
      (await admin.get<{ items: { id: string; sentence: string }[] }>('/admin/judgements')).body.items;
    const [{ id, sentence }] = (await list()) as [{ id: string; sentence: string }];
    expect(JSON.stringify(await list())).not.toContain(author.userId);
    const reply = (caller: Caller, body: object) => caller.put(`/admin/judgements/${id}/reply`, body);
    expect((await reply(author, { sentence, reply: 'Danke.' })).status).toBe(403);
    expect(await reply(admin, { sentence: 'Es ging gut.', reply: 'Danke.' })).toMatchObject({ status: 409 });
    expect((await reply(admin, { sentence, reply: 'Das tut uns leid.' })).status).toBe(204);
    expect((await published()).sentences).toMatchObject([{ sentence, reply: 'Das tut uns leid.' }]);
    const hiding = { sentence, reason: 'Beleidigt jemanden (Art. 177 StGB)' };
    expect((await admin.post(`/admin/judgements/${id}/hiding`, hiding)).status).toBe(204);
    expect((await admin.post(`/admin/judgements/${id}/hiding`, hiding)).status).toBe(409);
    const before = await published();
    expect(before).toMatchObject({ sentences: [], sentencesInAll: 0, hiddenSentences: 1 });
    expect(before.all!.likeness[1]).toBe(1);
    expect((await look(author, run)).judgement).toMatchObject({ likeness: 2, hiddenReason: hiding.reason });
    const log = (await admin.get<{ items: object[] }>(`/admin/audit?subject=${id}`)).body.items;
    expect(log).toMatchObject([
      { action: 'judgement.hide', reason: hiding.reason },
      { action: 'judgement.reply', reason: 'Antwort' },
    ]);
    expect(JSON.stringify(log)).not.toContain(sentence);
    // Writing it anew does not undo the hiding.
    await judge(author, run, withSentence('Es ging so!', { likeness: 2 }));
    expect(await published()).toMatchObject({ sentences: [], hiddenSentences: 1 });
    await author.delete(`/generations/${run}/judgement`);
    await judge(author, run, withSentence(sentence, { likeness: 2 }));
    expect(await published()).toMatchObject({ sentences: [], hiddenSentences: 1 });
    expect((await look(author, run)).judgement).toMatchObject({
      hiddenReason: expect.stringContaining('zuerst') as string,
    });
    expect((await admin.post(`/admin/judgements/${id}/showing`, { sentence, reason: 'Irrtum' })).status).toBe(204);
    // Another sentence is agreed to anew, and nobody has replied to it.
    await judge(author, run, withSentence('Es ging besser.', { likeness: 2 }));
    expect((await published()).sentences).toMatchObject([{ sentence: 'Es ging besser.', reply: null }]);
    expect(await reply(admin, { sentence, reply: 'Danke.' })).toMatchObject({ status: 409 });
    expect((await admin.get<{ all: Figures }>('/admin/judgements/figures')).body.all).toEqual((await published()).all);
  });
});

describe('what was taken back', () => {
  const receipts = async (caller: Caller) =>
    (await caller.get<{ items: { id: string; kind: string; rule: string; count: number }[] }>('/me/deletion-receipts'))
      .body.items;
  const judgements = (caller: Caller) =>
    product.em().execute<Record<string, unknown>[]>('select * from judgement where user_id = ?', [caller.userId]);

  /** The judgements of somebody as they are now, to be put in the place of those that are there then, without the receipts. */
  async function backup(caller: Caller): Promise<() => Promise<void>> {
    const rows = await product
      .em()
      .execute<{ row: object }[]>('select to_jsonb(t) as row from judgement t where user_id = ?', [caller.userId]);
    return async () => {
      for (const table of ['judgement', 'deletion_receipt'])
        await product.em().execute(`delete from ${table} where user_id = ?`, [caller.userId]);
      for (const { row } of rows)
        await product
          .em()
          .execute('insert into judgement select * from jsonb_populate_record(null::judgement, ?::jsonb)', [
            JSON.stringify(row),
          ]);
    };
  }

  test('leaves a receipt each, and goes again after a restore; what was given anew since, stays', async () => {
    const author = await customer(product);
    const profileId = await profileWithModel(product, author);
    const [withdrawn, unpublished, replaced] = [
      await paidRun(author, profileId),
      await paidRun(author, profileId),
      await paidRun(author, profileId),
    ];
    for (const run of [withdrawn, unpublished, replaced]) await judge(author, run, withSentence('Vom Backup.'));
    await author.delete(`/generations/${await paidRun(author, profileId)}/judgement`);
    const restore = await backup(author);

    await author.delete(`/generations/${withdrawn}/judgement`);
    await author.delete(`/generations/${withdrawn}/judgement`);
    await judge(author, unpublished);
    await judge(author, replaced, withSentence('Vom Backup.', { likeness: 3 }));
    await judge(author, replaced, withSentence('Danach.'));
    // Who only declined, withdrew twice, or changed the answers alone, has deleted nothing.
    const noted = await receipts(author);
    expect(noted.map(({ kind, rule, count }) => [kind, rule, count])).toEqual([
      ['judgement_sentence', 'asked', 1],
      ['judgement_sentence', 'asked', 1],
      ['judgement', 'asked', 1],
    ]);
    expect((await exported(author)).files.get('loeschungen.json')!.toString()).toContain('judgement_sentence');
    await settled(product);
    // Nor is the sentence before confused with the one that took its place.
    expect(await replayJournal(product.config)).toMatchObject({ repeated: 0 });
    expect((await look(author, replaced)).judgement).toMatchObject({ sentence: 'Danach.' });

    await restore();
    expect((await look(author, withdrawn)).judgement).toMatchObject({ sentence: 'Vom Backup.' });
    expect(await replayJournal(product.config)).toMatchObject({ repeated: 3 });
    expect(await look(author, withdrawn)).toEqual({ isJudgeable: true, isAsked: true, judgement: null });
    for (const run of [unpublished, replaced])
      expect((await look(author, run)).judgement).toMatchObject({ ...ANSWERS, sentence: null, consentedAt: null });
    expect(await receipts(author)).toEqual(noted);

    // A later backup holds what was said after these deletions.
    for (const run of [withdrawn, unpublished]) await judge(author, run, withSentence('Danach.'));
    const [before, later] = [await judgements(author), await backup(author)];
    await later();
    expect(await replayJournal(product.config)).toMatchObject({ repeated: 0 });
    expect(await judgements(author)).toEqual(before);
  });
});
