import { expect, test, type Page } from '@playwright/test';
import { enter } from './accounts.js';

/** What somebody waits for on a screen that is opened with nothing kept, and what may come for it. Bytes include headers. */
const SCREENS = [
  { path: '/auth', usable: 'input[type=email]', scripts: 180_000, answers: ['service'] },
  { path: '/app', usable: 'main h2', scripts: 150_000, answers: ['me', 'ai-profiles', 'generations', 'subscription'] },
  {
    path: '/app/profile-wizard',
    usable: 'main [type=checkbox]',
    scripts: 205_000,
    answers: ['me', 'ai-profiles', 'consents', 'plans', 'credit-packs'],
  },
];

interface Fetched {
  url: string;
  type: string;
  by: string;
  bytes: number;
}

async function record(page: Page): Promise<Fetched[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.clearBrowserCache');
  const fetched = new Map<string, Fetched>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type, initiator }) =>
    fetched.set(requestId, { url: request.url, type: type ?? '', by: initiator.type, bytes: 0 }),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = fetched.get(requestId);
    if (known) known.bytes = encodedDataLength;
  });
  const list: Fetched[] = [];
  page.on('domcontentloaded', () => list.push(...fetched.values()));
  return list;
}

test('the document names all that a screen needs at once: few files, each answer asked for once, nothing said on the console', async ({
  context,
}) => {
  for (const { path, usable, scripts, answers } of SCREENS) {
    if (path === '/app') await enter(context);
    const page = await context.newPage();
    const said: string[] = [];
    // The tests let no service worker in.
    page.on('console', (message) => void (/Service Worker registration/.test(message.text()) || said.push(message.text())));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const first = await record(page);
    await page.goto(path);
    await page.locator(usable).first().waitFor();
    expect(first.length, path).toBeLessThanOrEqual(25);
    const ofScripts = first.filter(({ type, url }) => type === 'Script' || url.endsWith('.js'));
    const bytes = ofScripts.reduce((sum, each) => sum + each.bytes, 0);
    expect(bytes, path).toBeGreaterThan(100_000);
    expect(bytes, JSON.stringify(ofScripts)).toBeLessThanOrEqual(scripts);
    const ofApi = asked.filter((each) => each.startsWith('/api/v1/')).map((each) => each.slice('/api/v1/'.length));
    for (const answer of answers) expect(ofApi.filter((each) => each === answer), `${path} ${answer}`).toHaveLength(1);
    // Chromium says so some seconds after a file was fetched ahead in vain.
    await page.waitForTimeout(4_000);
    expect(said, path).toEqual([]);
    await page.close();
  }
});
