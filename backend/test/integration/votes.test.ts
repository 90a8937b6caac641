import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { replayJournal } from '../../src/app/replay-journal.js';
import { facts } from '../../src/facts/index.js';
import { Clock, DAY } from '../../src/platform/clock/index.js';
import type { Caller } from '../support/caller.js';
import { consenting, customer, leave } from '../support/customers.js';
import { exported } from '../support/exports.js';
import { completedRun, idOf, profileWithModel, promote } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { round, settled } from '../support/retention.js';
import { until } from '../support/until.js';

const { days, pixels, mostOpen, resultDays } = facts.votes;

interface OwnVote {
  id: string;
  open: boolean;
  endsAt: string;
  choices: { number: number; portraitId: string; votes: number; previewUrl: string | null }[];
}
interface OpenVote {
  endsAt: string;
  choices: { number: number; picture: string | null }[];
  chosen: number | null;
}

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => product.stop());

async function personWithRun(count = 3) {
  const caller = await customer(product);
  const profileId = await profileWithModel(product, caller);
  const run = await completedRun(product, caller, profileId, count);
  return { caller, profileId, run, ids: [...run.portraits.keys()] };
}

const start = (caller: Caller, portraitIds: readonly string[], more: object = {}) =>
  caller.post<{ vote: OwnVote; token: string }>('/votes', { portraitIds, ...more });
const listed = async (caller: Caller) => (await caller.get<{ items: OwnVote[] }>('/votes')).body.items;
const look = (token: string, voter: string = randomUUID()) =>
  product.anonymous().post<OpenVote>('/open-votes', { token, voter });
const choose = (token: string, number: number, voter: string = randomUUID()) =>
  product.anonymous().post<OpenVote>('/open-votes/ballots', { token, voter, number });

async function startedVote(count = 3) {
  const person = await personWithRun(count);
  const { body } = await start(person.caller, person.ids);
  return { ...person, ...body };
}

describe('a vote among friends', () => {
  test('shows small marked pictures to everybody with the link, and counts one choice per browser', async () => {
    const { caller, vote, token, ids } = await startedVote();
    expect(vote).toMatchObject({
      open: true,
      choices: ids.map((portraitId, i) => ({ number: i + 1, portraitId, votes: 0 })),
    });
    const seen = await until('the pictures', async () => {
      const answer = await look(token);
      return answer.body.choices.every(({ picture }) => picture) ? answer : null;
    });
    expect(seen.headers.get('cache-control')).toBe('no-store');
    expect(seen.headers.get('x-robots-tag')).toContain('noindex');
    const [kind, data] = seen.body.choices[0]!.picture!.split(',');
    expect(kind).toBe('data:image/webp;base64');
    const picture = await sharp(Buffer.from(data!, 'base64')).metadata();
    expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(pixels);
    // Nothing in it names the customer, the run or the portraits.
    expect(Object.keys(seen.body).toSorted()).toEqual(['choices', 'chosen', 'endsAt']);

    const [voter, another] = [randomUUID(), randomUUID()];
    expect((await choose(token, 2, voter)).body.chosen).toBe(2);
    expect((await choose(token, 2, voter)).body.chosen).toBe(2);
    expect((await choose(token, 3, voter)).body).toMatchObject({ code: 'conflict' });
    expect((await choose(token, 2, another)).status).toBe(200);
    expect((await choose(token, 4)).status).toBe(404);
    expect((await look(token, voter)).body.chosen).toBe(2);
    expect((await listed(caller))[0]!.choices.map(({ votes }) => votes)).toEqual([0, 2, 0]);
    const kept = await product.em().execute('select * from vote_ballot where vote_id = ?', [vote.id]);
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${voter}|127\\.0|::1`));
  });

  test('counts exactly when many choose at once', async () => {
    const { caller, token } = await startedVote(2);
    const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => choose(token, (i % 2) + 1)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    expect((await listed(caller))[0]!.choices.map(({ votes }) => votes)).toEqual([8, 8]);
  });

  test('is of own, finished portraits only: two to four, each once, and of so many at a time', async () => {
    const { caller, ids } = await personWithRun(5);
    const { ids: foreign } = await personWithRun();
    expect((await start(caller, ids.slice(0, 1))).status).toBe(400);
    expect((await start(caller, ids)).status).toBe(400);
    expect((await start(caller, [ids[0]!, ids[0]!])).status).toBe(400);
    expect((await start(caller, [ids[0]!, foreign[0]!])).body).toMatchObject({ code: 'not_found' });
    expect((await start(caller, [ids[0]!, randomUUID()])).status).toBe(404);
    for (let i = 0; i < mostOpen; i++) expect((await start(caller, ids.slice(0, 2))).status).toBe(201);
    expect((await start(caller, ids.slice(0, 2))).body).toMatchObject({ code: 'too_many_votes' });
    expect(await listed(caller)).toHaveLength(mostOpen);
  });

  test('is listed for its owner with small pictures that nobody else can open; without one of a portrait that is gone', async () => {
    const { caller, vote, ids } = await startedVote();
    const [shown] = await listed(caller);
    expect(shown).toMatchObject({ id: vote.id, open: true });
    const stranger = await customer(product);
    for (const { previewUrl } of [...shown!.choices, ...vote.choices]) {
      const picture = await caller.download(previewUrl!);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect((await stranger.download(previewUrl!)).status).toBe(404);
    }
    expect(await listed(stranger)).toEqual([]);
    await product.em().execute('delete from portrait where id = ?', [ids[0]]);
    expect((await listed(caller))[0]!.choices.map(({ previewUrl }) => previewUrl !== null)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('needs the consents, and for somebody else’s face the word that they agree', async () => {
    const { caller, profileId, ids } = await personWithRun();
    const userId = await idOf(caller);
    await product.em().execute('update consent set revoked_at = now() where user_id = ?', [userId]);
    expect((await start(caller, ids)).body).toMatchObject({ code: 'consent_required' });
    await consenting(caller);
    await product
      .em()
      .execute(
        `insert into consent (id, created_at, user_id, profile_id, kind, version, given_at) values (?, now(), ?, ?, 'person_pictured', '1', now())`,
        [randomUUID(), userId, profileId],
      );
    expect((await start(caller, ids)).body).toMatchObject({ code: 'person_must_agree' });
    expect((await start(caller, ids, { personAgrees: true })).status).toBe(201);
    const kept = await product.em().execute('select person_agreed_at from vote where user_id = ?', [userId]);
    expect(kept).toEqual([{ person_agreed_at: expect.anything() }]);
  });
});

describe('a vote ends', () => {
  const isGone = async (token: string) => {
    expect((await look(token)).body).toMatchObject({ code: 'not_found' });
    expect((await choose(token, 1)).status).toBe(404);
  };
  const rowsOf = async (voteId: string): Promise<number> => {
    const [row] = await product.em().execute<{ count: number }[]>(
      `select ((select count(*) from vote where id = :id) + (select count(*) from vote_choice where vote_id = :id)
          + (select count(*) from vote_ballot where vote_id = :id) + (select count(*) from published_link where subject_id = :id))::int as count`.replaceAll(
        ':id',
        `'${voteId}'`,
      ),
    );
    return row!.count;
  };
  const receipts = async (caller: Caller) =>
    (await caller.get<{ items: { kind: string }[] }>('/me/deletion-receipts')).body.items.filter(
      ({ kind }) => kind === 'link',
    );

  test('with one tap, at once and with a receipt; its result stays readable', async () => {
    const { caller, vote, token } = await startedVote();
    await choose(token, 1);
    const stranger = await customer(product);
    expect((await stranger.delete(`/votes/${vote.id}`)).status).toBe(404);
    for (let time = 0; time < 2; time++) expect((await caller.delete(`/votes/${vote.id}`)).status).toBe(204);
    await isGone(token);
    expect(await listed(caller)).toMatchObject([{ open: false, choices: [{ votes: 1 }, { votes: 0 }, { votes: 0 }] }]);
    expect(await receipts(caller)).toHaveLength(1);
  });

  test('with a portrait that goes, with the consent, and with the account', async () => {
    const first = await startedVote();
    await first.caller.delete(`/generations/${first.run.id}`);
    await isGone(first.token);
    expect(await receipts(first.caller)).toHaveLength(1);

    const second = await startedVote();
    const consents = await second.caller.get<{ items: { id: string; kind: string }[] }>('/consents');
    await second.caller.delete(`/consents/${consents.body.items.find(({ kind }) => kind === 'facial_images')!.id}`);
    await isGone(second.token);

    const third = await startedVote();
    await choose(third.token, 1);
    const { files } = await exported(third.caller);
    expect(files.get('abstimmungen.json')!.toString()).toContain(third.vote.id);
    await leave(third.caller);
    await isGone(third.token);
    await until('the end of its rows', async () => ((await rowsOf(third.vote.id)) === 0 ? true : null));
  });

  test('with a block of the account, and again after a restore', async () => {
    const blocked = await startedVote();
    const admin = await promote(product, await customer(product), { secondFactor: true });
    await admin.post(`/admin/users/${await idOf(blocked.caller)}/block`, { reason: 'Test' });
    await until('its end', async () => ((await look(blocked.token)).status === 404 ? true : null));

    const { caller, vote, token } = await startedVote();
    const backup = await product.em().execute('select * from published_link where subject_id = ?', [vote.id]);
    await caller.delete(`/votes/${vote.id}`);
    await settled(product);
    await product
      .em()
      .execute('insert into published_link select * from jsonb_populate_record(null::published_link, ?::jsonb)', [
        JSON.stringify((backup as object[])[0]),
      ]);
    await product.em().execute('update vote set ended_at = null where id = ?', [vote.id]);
    expect((await look(token)).status).toBe(200);
    expect(await replayJournal(product.config)).toMatchObject({ repeated: 1 });
    await isGone(token);
    expect(await listed(caller)).toMatchObject([{ id: vote.id, open: false }]);
  });

  test('while many choose: nobody is refused for a fault, and no row stays behind', async () => {
    const { caller, vote, token } = await startedVote(2);
    const ballots = Array.from({ length: 12 }, (_, i) => choose(token, (i % 2) + 1));
    const left = leave(caller);
    for (const { status } of await Promise.all(ballots)) expect([200, 404]).toContain(status);
    await left;
    await until('the end of its rows', async () => ((await rowsOf(vote.id)) === 0 ? true : null));
  });

  test('with the portrait that goes first, and does not begin for one whose time is over', async () => {
    const { caller, run, ids } = await personWithRun();
    const setEnd = (end: string) =>
      product.em().execute(`update generation set expires_at = now() + ?::interval where id = ?`, [end, run.id]);
    await setEnd('2 days');
    const { vote } = (await start(caller, ids)).body;
    expect(Date.parse(vote.endsAt) - Date.now()).toBeLessThan(2 * DAY + 60_000);
    await setEnd('-1 minute');
    expect((await start(caller, ids)).status).toBe(404);
  });

  test('by itself after its days; the result goes later, with every row', async () => {
    const { caller, vote, token } = await startedVote();
    await choose(token, 1);
    const clocks = [product.api, product.worker!].map((part) => part.get(Clock));
    const after = async (passed: number) => {
      for (const clock of clocks) clock.shift(passed);
      await round(product);
    };
    expect(Date.parse(vote.endsAt) - clocks[0]!.now().getTime()).toBeLessThanOrEqual(days * DAY);
    await after(days * DAY + 1000);
    await isGone(token);
    expect(await listed(caller)).toMatchObject([{ id: vote.id, open: false }]);
    await after(resultDays * DAY);
    expect(await product.em().execute('select 1 from vote where id = ?', [vote.id])).toEqual([]);
    for (const table of ['vote_choice', 'vote_ballot'])
      expect(await product.em().execute(`select 1 from ${table} where vote_id = ?`, [vote.id])).toEqual([]);
    expect(await product.em().execute('select 1 from published_link where subject_id = ?', [vote.id])).toEqual([]);
  });
});
