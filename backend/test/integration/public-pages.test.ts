import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApi } from '../../src/app/api.js';
import { builtSite, chooseSite, type SitePlaces } from '../../src/app/pages/choose-site.js';
import { CurrentSite } from '../../src/app/pages/current-site.js';
import { writeSite } from '../../src/app/pages/write-site.js';
import { readConfig, type Config } from '../../src/config/index.js';
import { MINUTE } from '../../src/platform/clock/index.js';
import { siteFingerprint, type Site } from '../../src/site/index.js';
import { BuiltApp, INLINE_SCRIPT, INLINE_STYLE, manifestOf } from '../support/built-app.js';
import { PASSWORD, signedUp } from '../support/customers.js';
import { longTest } from '../support/long-test.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

let product: Product;
let site: Site;
let fingerprint: string;
beforeAll(async () => {
  product = await startProduct({ worker: false, env: { LOG_LEVEL: 'silent' } });
  site = (await product.anonymous().get<Site>('/site')).body;
  fingerprint = siteFingerprint(site);
});
afterAll(() => product.stop());

const stops: (() => Promise<void>)[] = [];
/** Starts another API over the same database that serves an app. */
async function serve(app: BuiltApp, env: Record<string, string> = {}, change: Partial<Config> = {}): Promise<string> {
  const api = await createApi({
    ...readConfig({ ...product.env, PWA_DIR: app.pwaDir, SITE_DIR: app.siteDir, ...env }),
    ...change,
  });
  stops.push(() => api.close());
  await api.listen(0, '127.0.0.1');
  return `http://127.0.0.1:${(api.getHttpServer().address() as AddressInfo).port}`;
}
async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0)) await stop();
}

const titleOf = (document: string) => /<title>(.*)<\/title>/.exec(document)?.[1];
const titleAt = async (url: string) => titleOf(await (await fetch(url)).text());

describe('which pages are served', () => {
  let app: BuiltApp;
  beforeEach(() => {
    app = new BuiltApp();
    app.writeGoodCommand();
  });
  afterEach(async () => {
    await stopAll();
    app.remove();
  });

  /** As a start chooses, without the start. @returns the title of the page of prices, null where there are no pages */
  async function chosen({ siteDir = app.siteDir, buildMayStandIn = true }: Partial<SitePlaces> = {}) {
    const places = { pwaDir: app.pwaDir, siteDir, buildMayStandIn };
    const built = await builtSite(places);
    const folder = built && (await chooseSite(built, places, () => Promise.resolve(site)));
    return folder && titleOf(readFileSync(join(folder.dir, folder.manifest.pages['/pricing']!), 'utf8'));
  }

  test('those of the build, where they say what is true of this installation', async () => {
    app.renderInto(app.builtSite, 'built', manifestOf(fingerprint, 'b1'));
    expect(await titleAt(`${await serve(app)}/pricing`)).toBe('pricing.html, built');
    expect(app.call).toBeNull();
  });

  test('those rendered at an earlier start, where the build’s say something else', async () => {
    app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
    app.renderInto(join(app.siteDir, 'b1'), 'kept', manifestOf(fingerprint, 'b1'));
    expect(await chosen()).toBe('pricing.html, kept');
    expect(app.call).toBeNull();
  });

  test.each([
    [
      'what was rendered belongs to an older build',
      () => app.renderInto(join(app.siteDir, 'b0'), 'kept', manifestOf(fingerprint, 'b0')),
    ],
    [
      'what was rendered says something else',
      () => app.renderInto(join(app.siteDir, 'b1'), 'kept', manifestOf('yesterday', 'b1')),
    ],
    [
      'what was rendered cannot be read',
      () => {
        app.renderInto(join(app.siteDir, 'b1'), 'kept', manifestOf(fingerprint, 'b1'));
        writeFileSync(join(app.siteDir, 'b1', 'site.json'), '{');
      },
    ],
  ])('those rendered now, where %s', async (_what, prepare) => {
    app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
    prepare();
    expect(await chosen()).toBe('pricing.html, anew');
  });

  test('those rendered now, where nothing was rendered yet, and again at the next start', async () => {
    app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
    expect(await titleAt(`${await serve(app)}/pricing`)).toBe('pricing.html, anew');
    expect(app.call?.args).toEqual([
      '--data',
      expect.stringMatching(/\.json$/),
      '--out',
      join(app.siteDir, 'b1'),
      '--fingerprint',
      fingerprint,
    ]);
    expect(app.call?.data).toEqual(site);
    // Nothing secret is handed on.
    expect(app.call?.env.filter((name) => name in product.env)).toEqual([]);
    app.writeCommand('process.exit(1);');
    expect(await chosen()).toBe('pricing.html, anew');
  });

  test.each([
    ['the command fails', 'throw new Error("no")'],
    ['the command renders nothing', ''],
    [
      'the command renders something else',
      `fs.cpSync(path.join(__dirname, '../dist/site'), option('--out'), { recursive: true });
fs.writeFileSync(path.join(option('--out'), 'pricing.html'), '<title>something else</title>');`,
    ],
  ])('those of the build, where %s', async (_what, body) => {
    app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
    app.writeCommand(body);
    expect(await chosen()).toBe('pricing.html, built');
    expect(app.call).not.toBeNull();
  });

  test('those of the build, where there is no place for others', async () => {
    app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
    expect(await chosen({ siteDir: null })).toBe('pricing.html, built');
    expect(app.call).toBeNull();
  });

  test('in production never those of the build that name somebody else: those of an earlier start, or the app alone', async () => {
    app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
    app.writeCommand('process.exit(1);');
    expect(await titleAt(`${await serve(app, {}, { mode: 'production' })}/pricing`)).toBe('app');
    app.renderInto(join(app.siteDir, 'b1'), 'kept', manifestOf('yesterday', 'b1'));
    expect(await chosen({ buildMayStandIn: false })).toBe('pricing.html, kept');
  });

  longTest('those of the build, and the API starts, where the database cannot be asked', async () => {
    app.renderInto(app.builtSite, 'built', manifestOf(fingerprint, 'b1'));
    const origin = await serve(app, { DATABASE_URL: 'postgresql://bildnis@127.0.0.1:1/bildnis' });
    expect(await titleAt(`${origin}/pricing`)).toBe('pricing.html, built');
    expect((await fetch(`${origin}/api/v1/health/live`)).status).toBe(200);
  });

  test.each([
    ['has pages that cannot be read', () => app.write('dist/site/site.json', '{"data":"x"}')],
    [
      'has pages outside its folder',
      () =>
        app.write(
          'dist/site/site.json',
          JSON.stringify({ ...manifestOf(fingerprint, 'b1'), pages: { '/': '../../secret.html' } }),
        ),
    ],
  ])('none, where the build %s', async (_what, prepare) => {
    prepare();
    expect(await chosen()).toBeNull();
  });

  test('the app’s own document for every path, where the build has none', async () => {
    const origin = await serve(app);
    for (const path of ['/', '/pricing', '/app/settings']) expect(await titleAt(origin + path), path).toBe('app');
    expect(app.call).toBeNull();
  });

  describe('while the API runs', () => {
    const announced = () => ({
      ...site,
      plans: site.plans.map((plan) => ({ ...plan, priceRappen: plan.priceRappen + 100 })),
    });
    const titleIn = ({ folder }: CurrentSite) =>
      folder && titleOf(readFileSync(join(folder.dir, folder.manifest.pages['/pricing']!), 'utf8'));

    /** As an API begins whose installation says nothing new meanwhile. */
    async function chosenNow(buildMayStandIn = false): Promise<CurrentSite> {
      const { pwaDir, siteDir } = app;
      return (await CurrentSite.choose({ pwaDir, siteDir, buildMayStandIn }, () => Promise.resolve(site)))!;
    }

    /** What an API serves that began with the pages of the build, and what its installation says from then on. */
    async function begun() {
      app.renderInto(app.builtSite, 'built', manifestOf(fingerprint, 'b1'));
      const said = { now: site };
      const { pwaDir, siteDir } = app;
      const current = (await CurrentSite.choose({ pwaDir, siteDir, buildMayStandIn: true }, () =>
        Promise.resolve(said.now),
      ))!;
      return { current, said };
    }

    test('they are rendered anew once an admin has changed a price, and only then', async () => {
      const { current, said } = await begun();
      await current.look();
      expect([titleIn(current), app.call]).toEqual(['pricing.html, built', null]);
      said.now = announced();
      await Promise.all([current.look(), current.look()]);
      expect([titleIn(current), app.call?.data]).toEqual(['pricing.html, anew', announced()]);
      app.writeCommand('process.exit(1);');
      await current.look();
      said.now = site;
      await current.look();
      expect(titleIn(current)).toBe('pricing.html, built');
    });

    test('those of before stay where rendering fails, and the next look tries again', async () => {
      const { current, said } = await begun();
      said.now = announced();
      app.writeCommand('throw new Error("no");');
      await current.look();
      expect(titleIn(current)).toBe('pricing.html, built');
      app.writeGoodCommand();
      await current.look();
      expect(titleIn(current)).toBe('pricing.html, anew');
    });

    test('those of before stay, untouched, where a newer build has scripts that the headers of this process do not allow', async () => {
      app.renderInto(join(app.siteDir, 'b1'), 'kept', manifestOf(fingerprint, 'b1'));
      app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
      const current = await chosenNow();
      app.renderInto(app.builtSite, 'built', { ...manifestOf('other', 'b2'), inlineScripts: [] });
      await current.look();
      expect([titleIn(current), app.call]).toEqual(['pricing.html, kept', null]);
    });

    test('an API that could render none at its start serves the app alone, and the pages once it can', async () => {
      app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
      app.writeCommand('throw new Error("no");');
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        const origin = await serve(app, {}, { mode: 'production' });
        for (const path of ['/offline', '/robots.txt', '/sitemap.xml', '/site/pricing.html'])
          expect((await fetch(origin + path)).status, path).toBe(503);
        expect(await titleAt(`${origin}/pricing`)).toBe('app');
        app.writeGoodCommand();
        await until('the pages', async () => {
          vi.advanceTimersByTime(MINUTE);
          return (await titleAt(`${origin}/pricing`)) === 'pricing.html, anew' || null;
        });
        expect((await fetch(`${origin}/pricing`)).headers.get('content-security-policy')).toContain(INLINE_SCRIPT);
      } finally {
        vi.useRealTimers();
      }
    });

    test.each([
      ['every minute', 'while there are none', false, 3],
      ['once in ten minutes', 'while there are those of before', true, 1],
    ])('rendering that fails is tried again %s %s', async (_when, _while, buildMayStandIn, looks) => {
      app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
      app.writeCommand('throw new Error("no");');
      const current = await chosenNow(buildMayStandIn);
      const look = vi.spyOn(current, 'look');
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const stop = current.keepLooking();
      try {
        for (let minute = 0; minute < 3; minute += 1) {
          vi.advanceTimersByTime(MINUTE);
          await look.mock.results.at(-1)?.value;
        }
      } finally {
        stop();
        vi.useRealTimers();
      }
      expect(look).toHaveBeenCalledTimes(looks);
    });

    test('a build that shares the place with the next one keeps its own pages', async () => {
      app.renderInto(join(app.siteDir, 'b1'), 'kept', manifestOf(fingerprint, 'b1'));
      app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
      const before = await chosenNow();
      app.renderInto(app.builtSite, 'built', manifestOf('other', 'b2'));
      const next = await chosenNow();
      expect([titleIn(before), titleIn(next)]).toEqual(['pricing.html, kept', 'pricing.html, anew']);
    });

    test('pages that are served stay, however old; those that nobody has served for a month go, and nothing else there', async () => {
      app.renderInto(join(app.siteDir, 'b1'), 'kept', manifestOf(fingerprint, 'b1'));
      app.renderInto(join(app.siteDir, 'b0'), 'older', manifestOf(fingerprint, 'b0'));
      app.write('data/site/notes/keep.txt', 'foreign');
      app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
      const { siteDir } = app;
      const before = await chosenNow();
      const old = new Date(Date.now() - 31 * 24 * 60 * MINUTE);
      for (const name of ['b0', 'b1', 'notes']) utimesSync(join(siteDir, name), old, old);
      await before.look();
      app.renderInto(app.builtSite, 'built', manifestOf('other', 'b2'));
      await chosenNow();
      expect(readdirSync(siteDir).toSorted()).toEqual(['b1', 'b2', 'notes']);
    });

    test('pages that somebody has deleted are rendered anew', async () => {
      app.renderInto(join(app.siteDir, 'b1'), 'kept', manifestOf(fingerprint, 'b1'));
      app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
      const current = await chosenNow();
      rmSync(join(app.siteDir, 'b1'), { recursive: true });
      await current.look();
      expect(titleIn(current)).toBe('pricing.html, anew');
    });

    test('an API looks every minute, and serves the new ones from then on', async () => {
      const raise = (rappen: number) =>
        product.em().execute('update plan set price_rappen = price_rappen + ?', [rappen]);
      app.renderInto(app.builtSite, 'built', manifestOf(fingerprint, 'b1'));
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        const url = `${await serve(app)}/pricing`;
        expect(await titleAt(url)).toBe('pricing.html, built');
        await raise(100);
        vi.advanceTimersByTime(MINUTE);
        await until('the new pages', async () => (await titleAt(url)) === 'pricing.html, anew' || null);
      } finally {
        vi.useRealTimers();
        await raise(-100);
      }
    });
  });

  test('a command that takes too long is ended', async () => {
    app.writeCommand('setInterval(() => {}, 1000);');
    const order = { command: join(app.folder, 'dist-prerender', 'write-site.js'), site, fingerprint, out: app.siteDir };
    // By itself it would never end.
    await expect(writeSite(order, 1_000)).rejects.toThrow('rendering took longer than 1 s');
  });

  test('a command that fails is quoted', async () => {
    app.writeCommand('throw new TypeError("no such style");');
    const order = { command: join(app.folder, 'dist-prerender', 'write-site.js'), site, fingerprint, out: app.siteDir };
    await expect(writeSite(order)).rejects.toThrow('rendering failed, TypeError: no such style');
  });
});

describe('what is served where', () => {
  let app: BuiltApp;
  let origin: string;
  beforeAll(async () => {
    app = new BuiltApp();
    app.renderInto(app.builtSite, 'built', manifestOf(fingerprint, 'b1'));
    app.write('dist/pricing', 'a file in the way');
    origin = await serve(app);
  });
  afterAll(async () => {
    await stopAll();
    app.remove();
  });

  const ask = (path: string, init: RequestInit = {}) => fetch(origin + path, { redirect: 'manual', ...init });

  test('a file that has gone since the start is not found, and ends nothing', async () => {
    app.write('dist/assets/gone-1a2b.js', 'export {}');
    expect((await ask('/assets/gone-1a2b.js')).status).toBe(200);
    rmSync(join(app.pwaDir, 'assets', 'gone-1a2b.js'));
    expect((await ask('/assets/gone-1a2b.js')).status).toBe(404);
    rmSync(join(app.pwaDir, 'icons', 'icon.svg'));
    expect((await ask('/icons/icon.svg')).status).toBe(404);
    app.write('dist/icons/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect((await ask('/icons/icon.svg')).status).toBe(200);
  });

  test('what the build notes for itself is nobody’s business', async () => {
    app.write('dist/.vite/manifest.json', '{}');
    expect((await ask('/.vite/manifest.json')).status).toBe(404);
  });

  test.each([
    ['/', 200, 'index.html'],
    ['/?utm_source=x', 200, 'index.html'],
    ['/pricing', 200, 'pricing.html'],
    ['/blog/ai/likeness', 200, 'blog/ai/likeness.html'],
    ['/app', 200, 'shell.html'],
    ['/app/settings/security', 200, 'shell.html'],
    ['/auth', 200, 'auth.html'],
    ['/nowhere', 404, '404.html'],
    ['/blog/ai/nowhere', 404, '404.html'],
    ['/auth/nowhere', 404, '404.html'],
    ['/Pricing', 404, '404.html'],
    ['/pricing//', 404, '404.html'],
    ['//pricing', 404, '404.html'],
    ['/__proto__', 404, '404.html'],
    ['/%', 404, '404.html'],
    ['/site/site.json', 404, '404.html'],
    ['/index.html', 404, '404.html'],
    ['/site/pricing.html', 404, '404.html'],
    ['/pricing.html', 404, '404.html'],
    ['/icons/none.svg', 404, '404.html'],
  ])('%s answers %i with %s', async (path, status, file) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toContain(`<title>${file}, built</title>`);
  });

  test.each([
    ['/styles/office', 302, '/app/styles/office'],
    ['/styles/office?from=mail&x=%2F', 302, '/app/styles/office?from=mail&x=%2F'],
    ['/blog/unknown', 302, '/blog'],
    ['/pricing/', 308, '/pricing'],
    ['/pricing/?a=1', 308, '/pricing?a=1'],
    ['/blog/unknown/?a=1', 308, '/blog/unknown?a=1'],
    ['/styles/office/', 308, '/styles/office'],
    ['/sitemap.xml/', 308, '/sitemap.xml'],
    ['/app/', 308, '/app'],
    ['/app/settings/', 308, '/app/settings'],
  ])('%s leads with %i to %s', async (path, status, target) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, target]);
  });

  test('a browser with a session asks the API ahead for what the screen will want, a visitor’s does not', async () => {
    const shown = async (path: string, headers: Record<string, string> = {}) =>
      titleOf(await (await ask(path, { headers })).text());
    const { email } = await signedUp(product);
    const signIn = await ask('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email, password: PASSWORD, session: 'cookie' }),
    });
    const cookie = signIn.headers
      .getSetCookie()
      .find((each) => each.startsWith('bildnis_session'))!
      .split(';')[0]!;
    expect(await shown('/app/wizard', { cookie })).toBe('wizard.customer.html, built');
    // One that has ended is refused everything, and the refusals would be taken for answers after signing in.
    for (const none of ['', 'bildnis_session=bs_ended'])
      expect(await shown('/app/wizard', { cookie: none })).toBe('wizard.html, built');
    const tagOf = async (headers = {}) => (await ask('/app/wizard', { headers })).headers.get('etag');
    expect(await tagOf({ cookie })).not.toBe(await tagOf());
    expect(await shown('/app/settings', { cookie })).toBe('shell.html, built');
    expect(await shown('/pricing', { cookie })).toBe('pricing.html, built');
  });

  test('a style that is taken off sale has no page any more, and one that comes back has it again', async () => {
    const enable = (is: boolean) => product.em().execute(`update style set enabled = ? where slug = 'black-bg'`, [is]);
    const shown = async () => {
      const answer = await ask('/styles/black-bg');
      return [answer.status, titleOf(await answer.text())];
    };
    const page = [200, 'styles/black-bg.html, built'];
    expect(await shown()).toEqual(page);
    await enable(false);
    expect(await shown()).toEqual([404, '404.html, built']);
    await enable(true);
    expect(await shown()).toEqual(page);
    expect((await ask('/styles/unknown')).status).toBe(404);
  });

  test.each(['//evil.example/', '//evil.example/%2f..', '/%2Fevil.example/', '/blog//evil.example/', '/nowhere/'])(
    '%s leads nowhere',
    async (path) => {
      const answer = await ask(path);
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
    },
  );

  test('files beside the pages have their types, the app’s files their times', async () => {
    const sitemap = await ask('/sitemap.xml');
    expect([sitemap.status, sitemap.headers.get('content-type'), await sitemap.text()]).toEqual([
      200,
      expect.stringMatching(/^application\/xml/),
      '<urlset/>',
    ]);
    const robots = await ask('/robots.txt');
    expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const script = await ask('/assets/app-1a2b.js');
    expect([script.status, script.headers.get('cache-control'), await script.text()]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'export {}',
    ]);
    const icon = await ask('/icons/icon.svg');
    expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  test('a script of an older build is not found, without a page', async () => {
    const answer = await ask('/assets/app-0000.js');
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'no-cache',
    ]);
    expect(await answer.text()).not.toContain('<');
  });

  /** As it travels: fetch would decompress it. */
  const raw = (path: string, headers: Record<string, string>) =>
    new Promise<{ answer: IncomingMessage; bytes: Buffer }>((resolve, reject) => {
      httpGet(origin + path, { headers }, (answer) => {
        answer.toArray().then((chunks: Buffer[]) => resolve({ answer, bytes: Buffer.concat(chunks) }), reject);
      }).on('error', reject);
    });

  test('a page compressed ahead goes to those who take it, as it is to the others', async () => {
    const plain = readFileSync(join(app.builtSite, 'index.html'), 'utf8');
    const compressed = await raw('/', { 'accept-encoding': 'gzip, br' });
    expect(compressed.answer.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(compressed.bytes.length),
    });
    expect(brotliDecompressSync(compressed.bytes).toString()).toBe(plain);
    for (const accepted of ['gzip', 'br;q=0', 'identity']) {
      const { answer, bytes } = await raw('/', { 'accept-encoding': accepted });
      expect([answer.headers['content-encoding'], answer.headers.vary, bytes.toString()], accepted).toEqual([
        undefined,
        'Accept-Encoding',
        plain,
      ]);
    }
  });

  test('a page that is known already is not sent again, a page that is not found always is', async () => {
    const known = async (path: string, from = path) => {
      const { answer, bytes } = await raw(path, { 'if-none-match': (await raw(from, {})).answer.headers.etag! });
      return [answer.statusCode, bytes.length > 0];
    };
    expect(await known('/pricing')).toEqual([304, false]);
    expect(await known('/sitemap.xml')).toEqual([304, false]);
    expect(await known('/styles', '/pricing')).toEqual([200, true]);
    expect(await known('/nowhere')).toEqual([404, true]);
  });

  test('HEAD says the same without the page', async () => {
    for (const path of ['/pricing', '/nowhere', '/app/x', '/assets/app-1a2b.js']) {
      const [get, head] = [
        await ask(path, { headers: { 'accept-encoding': 'identity' } }),
        await ask(path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } }),
      ];
      expect(
        [head.status, head.headers.get('content-length'), head.headers.get('etag'), await head.text()],
        path,
      ).toEqual([get.status, get.headers.get('content-length'), get.headers.get('etag'), '']);
    }
  });

  test('pages are only read, and the API answers as ever', async () => {
    for (const path of ['/', '/pricing', '/app/settings', '/robots.txt']) {
      const answer = await ask(path, { method: 'POST' });
      expect([answer.status, answer.headers.get('allow'), answer.headers.get('content-type')], path).toEqual([
        405,
        'GET, HEAD',
        expect.stringContaining('application/problem+json'),
      ]);
    }
    expect((await ask('/nowhere', { method: 'POST' })).status).toBe(404);
    expect(await (await ask('/api/v1/nowhere')).json()).toMatchObject({ status: 404, code: 'not_found' });
    expect((await ask('/api/v1/site')).headers.get('content-type')).toContain('application/json');
    expect((await ask('/socket.io/?EIO=4&transport=polling')).headers.get('content-type')).not.toContain('text/html');
  });
});

describe('the policy for scripts', () => {
  let app: BuiltApp;
  beforeEach(() => {
    app = new BuiltApp();
    app.renderInto(app.builtSite, 'built', manifestOf('other', 'b1'));
  });
  afterEach(async () => {
    await stopAll();
    app.remove();
  });

  const directivesOf = async (origin: string) => {
    const policy = (await fetch(`${origin}/pricing`)).headers.get('content-security-policy') ?? '';
    return Object.fromEntries(
      policy.split(';').map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1)]),
    );
  };
  const socket = () => product.origin.replace('http', 'ws');

  test('names the scripts within the pages, and nothing of others', async () => {
    const policy = await directivesOf(await serve(app));
    expect(policy['script-src']).toEqual(["'self'", `'${INLINE_SCRIPT}'`]);
    expect(policy['connect-src']).toEqual(["'self'", socket()]);
    expect(policy['img-src']).toEqual(["'self'", 'blob:', 'data:', 'https:']);
    expect(policy['style-src']).toEqual(["'self'", `'${INLINE_STYLE}'`]);
  });

  test.each([
    [
      'Matomo',
      { MATOMO_URL: 'https://matomo.example/count/', MATOMO_SITE_ID: '3', MATOMO_KEPT_MONTHS: '14' },
      ['https://matomo.example'],
    ],
    ['the pixel', { META_PIXEL_ID: '1234' }, ['https://connect.facebook.net', 'https://www.facebook.com']],
    [
      'another pixel',
      { META_PIXEL_ID: '1234', META_PIXEL_SCRIPT_URL: 'http://127.0.0.1:9/p.js' },
      ['http://127.0.0.1:9'],
    ],
    [
      'both from one place',
      {
        MATOMO_URL: 'http://127.0.0.1:9',
        MATOMO_SITE_ID: '3',
        MATOMO_KEPT_MONTHS: '14',
        META_PIXEL_ID: '1234',
        META_PIXEL_SCRIPT_URL: 'http://127.0.0.1:9/p.js',
      },
      ['http://127.0.0.1:9'],
    ],
  ])('lets %s in where it is configured', async (_what, env, origins) => {
    const policy = await directivesOf(await serve(app, env));
    expect(policy['script-src']).toEqual(["'self'", `'${INLINE_SCRIPT}'`, ...origins]);
    expect(policy['connect-src']).toEqual(["'self'", socket(), ...origins]);
    expect(policy['img-src']).toEqual(["'self'", 'blob:', 'data:', 'https:', ...origins]);
    expect(policy['style-src']).toEqual(["'self'", `'${INLINE_STYLE}'`]);
  });
});
