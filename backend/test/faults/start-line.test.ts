import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { explain, tellingLine } from '../../bootstrap/explain.mjs';
import { explainWrongNode, neededMajor } from '../../bootstrap/node-version.mjs';
import { requireSpace, root } from '../../bootstrap/workspace.mjs';
import { findOrInstallRedis } from '../../src/embedded/redis-program.js';
import { readSettings } from '../../src/embedded/settings.js';

describe('a Node of another version', () => {
  test.each([
    [
      'scripts switched off',
      { npm_config_ignore_scripts: 'true', npm_config_user_agent: 'npm/11.2.0 node/v20.20.2' },
      '(ignore-scripts)',
    ],
    [
      'a broken set-up left by them',
      { PATH: '/usr/bin:/c/_npx/a02e/node_modules/.bin:/bin', npm_config_user_agent: 'npm/11.2.0' },
      'Abhilfe: rm -rf "/c/_npx/a02e" && ',
    ],
    ['an old npm', { npm_config_user_agent: 'npm/6.14.18 node/v14.21.3' }, 'npm 6 ist zu alt'],
    ['no npm at all', {}, 'npm start'],
    ['no visible cause', { npm_config_user_agent: 'npm/11.2.0 node/v20.20.2' }, 'nicht einrichten'],
  ])('is explained: %s', (_case, env, cause) => {
    const line = explainWrongNode('20.20.2', env);
    expect(line).toContain(`braucht Node ${neededMajor}, hier läuft Node 20.20.2`);
    expect(line).toContain(cause);
    expect(line).not.toContain('\n');
  });

  test('the right one is not complained about', () => {
    expect(explainWrongNode(process.versions.node, {})).toBeUndefined();
  });

  test.each(['start', 'test', 'dev', 'check', 'gen'])('«npm run %s» ends with that one line', (command) => {
    const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });";
    const result = spawnSync(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(older)}`,
        join(root, 'backend', 'bootstrap', `${command}.mjs`),
      ],
      {
        encoding: 'utf8',
        env: { PATH: process.env.PATH },
      },
    );
    expect(result.status).toBe(1);
    expect(result.stdout).toBe('');
    expect(result.stderr.trimEnd().split('\n')).toEqual([expect.stringContaining('hier läuft Node 20.20.2')]);
  });
});

describe('a machine that lacks something', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'bildnis-lack-'))));
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  test('no Redis and no package manager: one sentence says what to do', async () => {
    vi.stubEnv('PATH', folder);
    await expect(findOrInstallRedis(join(folder, 'redis'))).rejects.toThrow(
      /^Redis fehlt .* «redis-server», oder setzen Sie REDIS_URL\.$/,
    );
  });

  test.each(['', '/below'])('a file in the place of the data folder is named: «file%s»', (below) => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => readSettings({ DATA_DIR: file + below })).toThrow(
      `DATA_DIR ist «${file}${below}», aber «${file}» ist kein Ordner.`,
    );
    expect(readSettings({ DATA_DIR: join(folder, 'new', 'one') }).dataDir).toBe(join(folder, 'new', 'one'));
  });

  test('a full disk is called one, whoever reports it', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    expect(explain(full)).toMatch(/^Der Datenträger ist voll/);
    expect(tellingLine('FATAL:  could not write lock file "postmaster.pid": No space left on device\n')).toMatch(
      /^Der Datenträger ist voll/,
    );
    expect(() => requireSpace(folder, Number.MAX_SAFE_INTEGER)).toThrow(/MB frei, nötig sind/);
  });

  test('an unusable setting is named', () => {
    expect(() => readSettings({ PORT: 'http' })).toThrow('PORT ist «http»');
    expect(() => readSettings({ STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow('STRIPE_WEBHOOK_SECRET fehlt');
  });
});
