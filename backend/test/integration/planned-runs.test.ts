import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { PortraitEngines, TooFewUsablePhotos } from '../../src/integrations/portrait-engine/index.js';
import type { Caller } from '../support/caller.js';
import { draftMarkedComplete, grantCredits, signedUp } from '../support/customers.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { until } from '../support/until.js';

interface Planned {
  status: string;
  style: { id: string; slug: string; displayName: string } | null;
  retouch: string | null;
  reason: string | null;
  generationId: string | null;
}

let product: Product;
let styles: { id: string; slug: string; displayName: string }[];
/** Lets the training that waits end, well or not. */
let end: (outcome: 'well' | 'badly') => void;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  await hurry(product.worker!);
  const engine = product.worker!.get(PortraitEngines, { strict: false }).current;
  const train = engine.train.bind(engine);
  engine.train = async (request) => {
    const outcome = await new Promise((resolve) => (end = resolve));
    if (outcome === 'badly') throw new TooFewUsablePhotos(0, facts.photos.min);
    return train(request);
  };
});
afterAll(() => product.stop());

let owner: Caller;
let email: string;
let profile: string;
beforeEach(async () => {
  ({ caller: owner, email } = await signedUp(product));
  await grantCredits(product, owner, facts.training.credits + facts.generation.credits);
  profile = await draftMarkedComplete(product, owner);
  styles = (await owner.get<{ items: typeof styles }>('/styles')).body.items;
});

const start = async () => {
  end = () => undefined;
  const waiting = end;
  expect((await owner.post(`/ai-profiles/${profile}/training`)).status).toBe(202);
  await until('the training to be at work', () => Promise.resolve(end === waiting ? null : true));
};
const path = () => `/ai-profiles/${profile}/planned-run`;
const plan = (caller = owner, style = styles[0]!, retouch = 'none') =>
  caller.put<Planned>(path(), { styleId: style.id, retouch });
const look = async () => (await owner.get<Planned>(path())).body;
const status = (wanted: string) =>
  until(`the profile to be ${wanted}`, async () =>
    (await owner.get<{ status: string }>(`/ai-profiles/${profile}`)).body.status === wanted ? true : null,
  );
const credits = async () => (await owner.get<{ credits: number }>('/me')).body.credits;
const runs = async () =>
  (
    await owner.get<{ items: { id: string; status: string; style: { slug: string }; retouch: string }[] }>(
      '/generations',
    )
  ).body.items;
const mails = (subject: string) => product.mailbox.emailsTo(email).filter((mail) => mail.subject === subject);
const mail = (subject: string) => until(`«${subject}»`, () => mails(subject)[0] ?? null);

describe('a style chosen while the profile is trained', () => {
  test('starts once, with the end of the training: one charge, one email, and the training’s own', async () => {
    await start();
    expect(await look()).toEqual({ status: 'none', style: null, retouch: null, reason: null, generationId: null });
    expect(await plan(owner, styles[1], 'subtle')).toMatchObject({ status: 200, body: { status: 'planned' } });
    const { id, slug, displayName } = styles[0]!;
    expect(await plan()).toMatchObject({ body: { status: 'planned', style: { id, slug, displayName } } });
    expect(await credits()).toBe(facts.generation.credits);
    end('well');
    const ready = await mail('Ihr Profil ist bereit');
    const [run, ...others] = await runs();
    expect(others).toEqual([]);
    expect(run).toMatchObject({ style: { slug }, retouch: 'none' });
    expect(await look()).toMatchObject({ status: 'started', generationId: run!.id });
    expect(ready.text).toContain(`Ihr vorgemerkter Style «${displayName}» ist gestartet.`);
    expect(ready.text).toContain(`/app/generations/${run!.id}`);
    await mail('8 Portraits sind da');
    expect(await credits()).toBe(0);
    expect(mails('8 Portraits sind da')).toHaveLength(1);
  });

  test('is not started without credits or once it is off sale: nothing is charged, and the email says why', async () => {
    const ends: [string, string, () => Promise<unknown>][] = [
      [
        'credits',
        'Ihre Credits reichen nicht',
        () => product.em().execute('update credit_account set balance = 9 where user_id = ?', [owner.userId]),
      ],
      [
        'style',
        'zurzeit nicht im Angebot',
        () => product.em().execute('update style set enabled = false where id = ?', [styles[2]!.id]),
      ],
    ];
    for (const [reason, says, make] of ends) {
      await start();
      expect((await plan(owner, styles[2])).status).toBe(200);
      await make();
      const before = await credits();
      end('well');
      expect((await mail('Ihr Profil ist bereit')).text).toContain(says);
      expect(await look()).toMatchObject({ status: 'not_started', reason, generationId: null });
      expect([await runs(), await credits()]).toEqual([[], before]);
      if (reason === 'style') continue;
      ({ caller: owner, email } = await signedUp(product));
      await grantCredits(product, owner, facts.training.credits + facts.generation.credits);
      profile = await draftMarkedComplete(product, owner);
    }
    await product.em().execute('update style set enabled = true where id = ?', [styles[2]!.id]);
  });

  test('waits for the next try where the training fails, and is taken back on a word', async () => {
    await start();
    await plan();
    end('badly');
    await status('failed');
    expect(await look()).toMatchObject({ status: 'planned' });
    expect(await runs()).toEqual([]);
    expect((await owner.delete(path())).status).toBe(204);
    expect((await owner.delete(path())).status).toBe(404);
    await start();
    end('well');
    await status('ready');
    expect([await look(), await runs()]).toMatchObject([{ status: 'none' }, []]);
    expect(await credits()).toBe(facts.generation.credits);
  });

  test('ends with a training that is given up: what is charged later was decided later', async () => {
    for (let attempt = 1; attempt <= facts.training.maxAttempts; attempt += 1) {
      await start();
      if (attempt === 1) await plan();
      end('badly');
      await status('failed');
      expect((await look()).status).toBe(attempt < facts.training.maxAttempts ? 'planned' : 'none');
    }
    expect([await runs(), await credits()]).toEqual([[], facts.training.credits + facts.generation.credits]);
  });

  test('can be chosen by its owner alone, during the training alone, of what is on sale, for credits that are there', async () => {
    expect(await plan()).toMatchObject({ status: 409, body: { code: 'profile_not_in_training' } });
    await start();
    const { caller: stranger } = await signedUp(product);
    await grantCredits(product, stranger, facts.generation.credits);
    expect((await plan(stranger)).status).toBe(404);
    expect((await stranger.get(path())).status).toBe(404);
    expect((await stranger.delete(path())).status).toBe(404);
    expect((await plan(owner, { ...styles[0]!, id: profile })).status).toBe(404);
    await product.em().execute('update credit_account set balance = 9 where user_id = ?', [owner.userId]);
    expect(await plan()).toMatchObject({ status: 402, body: { code: 'insufficient_credits' } });
    end('well');
    await status('ready');
    expect(await plan()).toMatchObject({ status: 409, body: { code: 'profile_not_in_training' } });
    expect(await runs()).toEqual([]);
  });

  test('chosen at the very moment in which the training ends, is either started or refused', async () => {
    await start();
    const asked = plan();
    end('well');
    const answer = await asked;
    await status('ready');
    const started = await runs();
    expect([answer.status, started.length]).toEqual(answer.status === 200 ? [200, 1] : [409, 0]);
    expect(await credits()).toBe(answer.status === 200 ? 0 : facts.generation.credits);
  });

  longTest('goes with its profile', async () => {
    await start();
    await plan();
    await owner.delete(`/ai-profiles/${profile}`);
    end('well');
    const left = await product.em().execute('select 1 from planned_run where profile_id = ?', [profile]);
    expect([left, await runs()]).toEqual([[], []]);
  });
});
