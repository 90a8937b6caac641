import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp, copyJournalAlone } from '../../src/app/backup.js';
import { migrate } from '../../src/app/migrate.js';
import { replayJournal } from '../../src/app/replay-journal.js';
import { restore } from '../../src/app/restore.js';
import type { Config } from '../../src/config/index.js';
import { CreditsService } from '../../src/credits/index.js';
import { createStorage } from '../../src/integrations/storage/index.js';
import { checkBooks } from '../../src/invariants/index.js';
import { DAY } from '../../src/platform/clock/index.js';
import type { Caller } from '../support/caller.js';
import { draftWithPhotos, PASSWORD, subscriber } from '../support/customers.js';
import { startDebianPostgres, type DebianPostgres } from '../support/debian-postgres.js';
import { completedRun, profileWithModel, recordShown } from '../support/holdings.js';
import { startProduct, type Product } from '../support/product.js';
import { settled } from '../support/retention.js';

/** With the real tools of PostgreSQL, which dump only a server of their own version. */
let postgres: DebianPostgres;
let product: Product;
let config: Config;
let owner: Caller;
let run: { id: string; portraits: Map<string, Buffer> };
const folder = mkdtempSync(join(tmpdir(), 'bildnis-backups-'));
const identityFile = join(folder, 'identity.txt');
const target = join(folder, 'target');

beforeAll(async () => {
  postgres = await startDebianPostgres();
  const identity = await generateX25519Identity();
  writeFileSync(identityFile, `# created for a drill\n${identity}\n`);
  const url = await postgres.createDatabase('bildnis');
  await migrate(url);
  product = await startProduct({
    through: (given) => Promise.resolve(given.startsWith('postgres') ? url : given),
    env: {
      LOG_LEVEL: 'silent',
      BACKUP_DIR: target,
      BACKUP_RECIPIENT: await identityToRecipient(identity),
    },
  });
  config = product.config;
  owner = await subscriber(product, 'starter');
  run = await completedRun(product, owner, await profileWithModel(product, owner));
  // The books of a run that was made without the product.
  await product.em().transactional((em) =>
    product.api.get(CreditsService).book(em, {
      userId: owner.userId!,
      delta: -10,
      reason: 'generation_charge',
      businessKey: `generation:${run.id}:charge`,
      generationId: run.id,
    }),
  );
  await recordShown(product.em(), run.id);
  await draftWithPhotos(owner, 1);
  await settled(product);
});
afterAll(async () => {
  await product.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const keysIn = async (storage: { kind: 'disk'; dir: string }): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of (await createStorage({ storage })).listAll()) keys.push(key);
  return keys.toSorted();
};
const copies = () => keysIn({ kind: 'disk', dir: target });
let fresh = 0;
/** An installation with nothing in it, that knows where the backups are. */
async function emptyInstallation(): Promise<Config> {
  fresh += 1;
  const place = join(folder, `fresh-${fresh}`);
  return {
    ...config,
    databaseUrl: await postgres.createDatabase(`fresh_${fresh}`),
    storage: { kind: 'disk', dir: join(place, 'storage') },
    journalDir: join(place, 'journal'),
  };
}

test('a backup is encrypted, restored to see that it can be, and has neither photos of customers nor what signs them in', async () => {
  const report = await backUp(config);
  expect(report).toMatchObject({ faults: [], removed: 0 });
  expect(report.copied).toBeGreaterThan(2);
  const keys = await copies();
  expect(keys.filter((key) => !key.endsWith('.age'))).toEqual([expect.stringMatching(/^installation\/\d+$/)]);
  expect(keys.filter((key) => /photos\/|previews\/|exports\//.test(key))).toEqual([]);
  for (const key of keys.filter((each) => each.endsWith('.age')))
    expect(readFileSync(join(target, key)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  const [row] = await product.em().execute<{ is_checked: boolean }[]>('select is_checked from backup');
  expect(row).toEqual({ is_checked: true });
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('bildnis-backup-'))).toEqual([]);
});

test('what is there is not copied again, and two at once are refused', async () => {
  const [first, second] = await Promise.allSettled([backUp(config), backUp(config)]);
  const refused = [first, second].filter(({ status }) => status === 'rejected');
  expect(refused).toEqual([
    { status: 'rejected', reason: new Error('Eine andere Sicherung oder eine Migration läuft gerade.') },
  ]);
  const done = [first, second].find(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<{
    copied: number;
  }>;
  expect(done.value.copied).toBe(0);
});

test('an installation that was lost comes back: money, credits, portraits byte for byte; who was signed in signs in again', async () => {
  const other = await emptyInstallation();
  const { restored, unreadable } = await restore(other, identityFile);
  expect(restored).toBeGreaterThan(2);
  expect(unreadable).toEqual([]);
  const storage = await createStorage(other);
  expect(await storage.read(`portraits/${run.id}/0.jpg`)).toEqual([...run.portraits.values()][0]);
  const again = await startProduct({
    through: (given) => Promise.resolve(given.startsWith('postgres') ? other.databaseUrl : given),
    env: { LOG_LEVEL: 'silent', STORAGE_DIR: (other.storage as { dir: string }).dir, JOURNAL_DIR: other.journalDir },
  });
  try {
    const { body: me } = await owner.get<{ email: string; credits: number }>('/me');
    expect((await again.anonymous().get('/me')).status).toBe(401);
    const { body } = await again.anonymous().post<{ token: string }>('/auth/login', {
      email: me.email,
      password: PASSWORD,
      session: 'token',
    });
    expect(body).toMatchObject({ user: { email: me.email, credits: me.credits } });
    const [rows] = await again
      .em()
      .execute<{ photos: number }[]>('select count(*)::int as photos from reference_photo');
    expect(rows).toEqual({ photos: 0 });
    expect(await checkBooks(again.em())).toEqual([]);
  } finally {
    await again.stop();
  }
  // Begun again it goes on with what is missing.
  await storage.delete([`portraits/${run.id}/0.jpg`]);
  expect(await restore(other, identityFile)).toEqual({ key: null, restored: 1, unreadable: [] });
  const foreign = await emptyInstallation();
  await migrate(foreign.databaseUrl);
  await expect(restore(foreign, identityFile)).rejects.toThrow('nicht leer');
  const before = await copies();
  const muchLater = new Date(Date.now() + 100 * DAY);
  await expect(backUp(foreign, muchLater)).rejects.toThrow('von einer anderen Installation');
  await expect(backUp(await emptyInstallation(), muchLater)).rejects.toThrow('Die Datenbank ist leer');
  expect(await copies()).toEqual(before);
});

test('what was deleted after the backup stays deleted, and its copies go when the promise ends', async () => {
  expect((await owner.delete(`/generations/${run.id}`)).status).toBe(204);
  await settled(product);
  const copyOfPortrait = `objects/portraits/${run.id}/0.jpg.age`;
  await backUp(config, new Date(Date.now() + 1000));
  expect(await copies()).toContain(copyOfPortrait);

  // From the backup before: the journal, which is newer, repeats the deletion.
  const [oldest] = (await copies()).filter((key) => key.startsWith('database/'));
  const other = await emptyInstallation();
  await restore(other, identityFile, oldest);
  const { repeated } = await replayJournal(other);
  expect(repeated).toBeGreaterThan(0);
  // Of the newest dump, which does not know the run any more, its copies are not brought back.
  const newest = await emptyInstallation();
  await restore(newest, identityFile);
  expect(await (await createStorage(newest)).has(`portraits/${run.id}/0.jpg`)).toBe(false);

  for (const days of [9, 11, 12]) await backUp(config, new Date(Date.now() + days * DAY + 5000));
  const left = await copies();
  expect(left).not.toContain(copyOfPortrait);
  expect(left).not.toContain(oldest);
  expect(left.filter((key) => key.startsWith('database/')).length).toBeGreaterThan(0);
});

test('with another key nothing is opened, and nothing is changed', async () => {
  const wrong = join(folder, 'wrong.txt');
  writeFileSync(wrong, `${await generateX25519Identity()}\n`);
  const other = await emptyInstallation();
  await expect(restore(other, wrong)).rejects.toThrow('lässt sich nicht öffnen');
  await expect(restore(other, join(folder, 'missing.txt'))).rejects.toThrow('lässt sich nicht lesen');
  await restore(other, identityFile);
});

test('copies of what the database refers to never go, whatever the store says', async () => {
  const [kept] = (await keysIn(config.storage as { kind: 'disk'; dir: string })).filter((key) =>
    key.startsWith('models/'),
  );
  const storage = await createStorage(config);
  const bytes = await storage.read(kept!);
  await storage.delete([kept!]);
  for (const days of [13, 20]) {
    const { faults, missing } = await backUp(config, new Date(Date.now() + days * DAY));
    expect(missing).toBe(1);
    expect(faults.join()).toContain('not in the store');
  }
  expect(await copies()).toContain(`objects/${kept}.age`);
  await storage.put(kept!, bytes, 'application/octet-stream');
});

test('the journal is added to, and its copy is never replaced by a shorter one', async () => {
  const [month] = readdirSync(config.journalDir).filter((name) => name.startsWith('deletions-'));
  const place = join(config.journalDir, month!);
  const lines = readFileSync(place);
  await copyJournalAlone(config);
  writeFileSync(place, '');
  await copyJournalAlone(config);
  const other = await emptyInstallation();
  await restore(other, identityFile);
  expect(readFileSync(join(other.journalDir, month!))).toEqual(lines);
  writeFileSync(place, lines);
});

test('told to stop it ends within seconds and leaves nothing in the clear', async () => {
  const stop = new AbortController();
  const running = backUp(config, new Date(Date.now() + 21 * DAY), stop.signal);
  setTimeout(() => stop.abort(), 150);
  await expect(running).rejects.toThrow('abgebrochen');
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('bildnis-backup-'))).toEqual([]);
});

test('a dump whose books are wrong is told of, and kept', async () => {
  await product.em().execute('update credit_account set balance = balance + 1 where user_id = ?', [owner.userId]);
  const { faults, key } = await backUp(config, new Date(Date.now() + 22 * DAY));
  expect(faults.join()).toContain('I1');
  expect(key).toContain('.unchecked.');
  expect(await copies()).toContain(key);
  await product.em().execute('update credit_account set balance = balance - 1 where user_id = ?', [owner.userId]);
});

test('the command says what it did, and in one line why it did nothing', async () => {
  const command = (env: Record<string, string>) =>
    new Promise<{ code: number; said: string }>((done) => {
      execFile(
        process.execPath,
        [fileURLToPath(new URL('../../dist/backup.js', import.meta.url))],
        { env: { ...product.env, PATH: process.env['PATH']!, ...env } },
        (error, stdout, stderr) =>
          done({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr }),
      );
    });
  expect(await command({})).toMatchObject({ code: 0, said: expect.stringContaining('restored and found right') });
  expect(await command({ BACKUP_RECIPIENT: '', BACKUP_DIR: '' })).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Für Sicherungen ist kein Ort eingestellt.*\n$/),
  });
  expect(await command({ PATH: '/nowhere' })).toMatchObject({ code: 1, said: expect.stringContaining('pg_dump') });
});
