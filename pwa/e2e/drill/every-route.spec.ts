import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { expect, test, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test';
import { enter, signIn } from '../accounts.js';
import { unseenStops } from '../focus.js';
import { BUSY } from '../journey.js';
import { DESK, doubleLetters, lookHere, PHONE, resize } from '../look.js';
import { buyPlan, draftProfile, runOf } from '../result-run.js';

/**
 * Every route of the app and every public page, for a visitor, a new customer, one who has everything and an admin: in six modes without a finding of
 * axe and with nothing that sticks out sideways; Tab walks through each, its focus always seen; every link on them leads somewhere.
 */
const HOME = process.env.BILDNIS_URL ?? 'http://localhost:3000';
/** An address and an id that lead to nothing. */
const NOWHERE = '/gibt-es-nicht';
const NOBODY = '6b0f3c1e-0d5a-4c1b-9f65-2a77d0c4e9aa';
const headers = { origin: new URL(HOME).origin };
const admin = JSON.parse(process.env.BILDNIS_ADMIN ?? 'null') as { email: string; password: string };

interface Mode {
  name: string;
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  /** Letters of twice the size. */
  isLarge: boolean;
  /** The system's own colours, as with high contrast. */
  isForced?: boolean;
}

const MODES: Mode[] = [
  { name: 'phone, light', viewport: PHONE.viewport, colorScheme: 'light', isLarge: false },
  { name: 'phone, dark', viewport: PHONE.viewport, colorScheme: 'dark', isLarge: false },
  { name: 'phone, light, text at 200 %', viewport: PHONE.viewport, colorScheme: 'light', isLarge: true },
  { name: 'desk, light', viewport: DESK.viewport, colorScheme: 'light', isLarge: false },
  { name: 'desk, dark, text at 200 %', viewport: DESK.viewport, colorScheme: 'dark', isLarge: true },
  {
    name: 'phone, colours of the system',
    viewport: PHONE.viewport,
    colorScheme: 'light',
    isLarge: false,
    isForced: true,
  },
];

/** The routes that the app knows, as its generated tree of routes lists them. */
const routes = [
  ...readFileSync(join(import.meta.dirname, '../../src/route-tree.gen.ts'), 'utf8')
    .split('export interface FileRoutesByTo')[1]!
    .split('}')[0]!
    .matchAll(/^\s+'([^']+)':/gm),
].map(([, path]) => path!);
const appRoutes = routes.filter((path) => path.startsWith('/app'));
const adminRoutes = routes.filter((path) => path.startsWith('/admin'));

/** Where `$` of a route leads. @throws Error for a route nobody has an example of */
function filled(paths: readonly string[], examples: Record<string, string>): string[] {
  return paths.map((path) => {
    const found = path.includes('$') ? examples[path] : path;
    if (!found) throw new Error(`No example of ${path}.`);
    return found;
  });
}

interface Walk {
  findings: string[];
  links: Set<string>;
}

/** The page is there, with its data: it has a heading, and nothing is being loaded. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor({ state: 'attached', timeout: 30_000 });
  await page.waitForLoadState('networkidle');
}

/** With the system's colours Chromium goes on telling the page's own as the fill of letters, and axe believes it: it is told the colour that is drawn. */
function tellDrawnColours(): void {
  const ask = window.getComputedStyle.bind(window);
  window.getComputedStyle = (...of) => {
    const style = ask(...of);
    const valueOf = style.getPropertyValue.bind(style);
    style.getPropertyValue = (name) => valueOf(name === '-webkit-text-fill-color' ? 'color' : name);
    return style;
  };
}

async function walk(page: Page, paths: readonly string[]): Promise<Walk> {
  const findings: string[] = [];
  const links = new Set<string>();
  for (const path of paths) {
    await open(page, path);
    for (const href of await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href)))
      links.add(href);
    // Other modes follow, and stay when the next page is opened.
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
    for (const { viewport } of [PHONE, DESK]) {
      await resize(page, viewport);
      for (const stop of await unseenStops(page)) findings.push(`${path} (Tab, ${viewport.width}): ${stop}`);
    }
    for (const { name, viewport, colorScheme, isLarge, isForced = false } of MODES) {
      await page.emulateMedia({ colorScheme, forcedColors: isForced ? 'active' : 'none' });
      await resize(page, viewport);
      if (isLarge) await doubleLetters(page);
      if (isForced) await page.evaluate(tellDrawnColours);
      await lookHere(page).catch((error: Error) => findings.push(`${path} (${name}): ${error.message}`));
      await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    }
  }
  return { findings, links };
}

const anchorsOf = (html: string): Set<string> => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!));

/** Links of ours that lead nowhere. Pages of the app make their parts themselves: of those the document alone is asked for. */
async function deadLinks({ request }: BrowserContext, links: ReadonlySet<string>): Promise<string[]> {
  const dead: string[] = [];
  const documents = new Map<string, { status: number; html: string }>();
  for (const link of links) {
    const url = new URL(link);
    // The page that is not there leads within itself.
    if (url.origin !== new URL(HOME).origin || url.pathname === NOWHERE) continue;
    const address = url.pathname + url.search;
    if (!documents.has(address)) {
      const answer = await request.get(address);
      const isHtml = (answer.headers()['content-type'] ?? '').startsWith('text/html');
      documents.set(address, { status: answer.status(), html: isHtml ? await answer.text() : '' });
    }
    const { status, html } = documents.get(address)!;
    const isOfApp = /^\/(?:app|admin|auth|auswahl)\b/.test(url.pathname);
    const hasAnchor = !url.hash || isOfApp || anchorsOf(html).has(decodeURIComponent(url.hash.slice(1)));
    if (status >= 400 || !hasAnchor) dead.push(`${link} (${status})`);
  }
  return dead;
}

async function expectGood(page: Page, paths: readonly string[]): Promise<void> {
  const { findings, links } = await walk(page, paths);
  const dead = await deadLinks(page.context(), links);
  console.log(`${paths.length} pages in ${MODES.length} modes, ${links.size} links`);
  expect([...findings, ...dead]).toEqual([]);
}

async function post<T>(request: APIRequestContext, path: string, data: object): Promise<T> {
  const answer = await request.post(`/api/v1${path}`, {
    headers: { ...headers, 'idempotency-key': randomUUID() },
    data,
  });
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
  return (await answer.json()) as T;
}

const put = (request: APIRequestContext, path: string) => request.put(`/api/v1${path}`, { headers });

test.beforeEach(() => test.setTimeout(1_800_000));

test('a visitor: every page of the sitemap, those that are in no list, and what is not there', async ({ page }) => {
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname);
  expect(listed.length).toBeGreaterThan(40);
  const others = routes.filter((path) => !/^\/(?:app|admin)\b|\$/.test(path) && !listed.includes(path));
  await expectGood(page, [...listed, ...others, '/bestellen?plan=starter', '/auth?mode=register', NOWHERE]);
});

test('a customer who has nothing yet', async ({ page, context }) => {
  await enter(context);
  const without = appRoutes.filter((path) => !path.includes('$'));
  await expectGood(page, [...without, '/app/styles/corporate', '/pricing', '/bestellen?plan=starter']);
});

test('a customer who has everything', async ({ page, context }, info) => {
  const { request } = context;
  await enter(context);
  await buyPlan(request);
  const profileId = await draftProfile(request, info.outputDir);
  await expectGood(page, [`/app/profile-wizard?profile=${profileId}`]);
  await post(request, `/ai-profiles/${profileId}/training`, {});
  const status = async (path: string) =>
    ((await (await request.get(`/api/v1${path}`)).json()) as { status: string }).status;
  await expect.poll(() => status(`/ai-profiles/${profileId}`), BUSY).toBe('ready');
  const styles = (await (await request.get('/api/v1/styles')).json()) as { items: { id: string; slug: string }[] };
  const { id: styleId } = styles.items.find(({ slug }) => slug === 'corporate')!;
  const { id: runId } = await post<{ id: string }>(request, '/generations', { profileId, styleId });
  await expect.poll(() => status(`/generations/${runId}`), BUSY).toBe('completed');
  for (const { id } of (await runOf(request, runId)).portraits.slice(0, 2))
    await put(request, `/portraits/${id}/favourite`);
  await put(request, '/styles/corporate/favourite');
  await post(request, '/api-keys', { name: 'Agentur', scopes: ['profiles:read'] });
  const { endpoint } = await post<{ endpoint: { id: string } }>(request, '/webhook-endpoints', {
    url: 'https://example.org/empfang',
    events: ['generation.completed'],
  });
  await expectGood(page, [
    ...filled(appRoutes, {
      '/app/generations/$id': `/app/generations/${runId}`,
      '/app/styles/$slug': '/app/styles/corporate',
      '/app/settings/webhooks/$id': `/app/settings/webhooks/${endpoint.id}`,
    }),
    '/pricing',
    `/app/generations/${NOBODY}`,
    `/app/settings/webhooks/${NOBODY}`,
    '/app/settings/webhooks/undefined',
    '/app/styles/gibt-es-nicht',
  ]);
});

test('an admin', async ({ page, context }) => {
  expect(await signIn(context, admin)).toBe(200);
  const users = (await (await context.request.get('/api/v1/admin/users')).json()) as { items: { id: string }[] };
  const { id } = users.items[0]!;
  await expectGood(page, [
    ...filled(adminRoutes, { '/admin/users/$id': `/admin/users/${id}` }),
    `/admin/users/${NOBODY}`,
  ]);
});
