/** The public pages as Lighthouse sees them: a mid-range phone on a slow network, simulated, with nothing kept from earlier. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';

const PAGES = ['/', '/auth', '/pricing', '/styles', '/styles/linkedin', '/blog/ai/ki-businessfotos'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** How often each page is measured: what else the machine does blocks a page by more than the page itself. */
const RUNS = 3;

/**
 * @returns for each page, of the run with the middle blocking time: its four scores (0–100), LCP and TBT in milliseconds, CLS, and
 * kilobytes in all and of scripts
 */
export async function measurePages(url, chromium) {
  const profile = mkdtempSync(join(tmpdir(), 'bildnis-lighthouse-'));
  const browser = spawn(
    chromium || (await import('@playwright/test')).chromium.executablePath(),
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  try {
    const port = await debuggingPort(browser);
    const results = [];
    for (const path of PAGES) {
      const runs = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await measurePage(`${url}${path}`, port));
      runs.sort((a, b) => a.tbt - b.tbt);
      results.push({ path, ...runs[Math.floor(RUNS / 2)] });
    }
    return results;
  } finally {
    browser.kill('SIGTERM');
    await once(browser, 'exit');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function measurePage(address, port) {
  const { lhr } = await lighthouse(address, { port, output: 'json', logLevel: 'error', onlyCategories: CATEGORIES });
  const items = lhr.audits['network-requests'].details.items;
  const bytes = (type) =>
    items.filter((item) => !type || item.resourceType === type).reduce((sum, item) => sum + item.transferSize, 0);
  return {
    scores: CATEGORIES.map((category) => Math.round(lhr.categories[category].score * 100)),
    lcp: lhr.audits['largest-contentful-paint'].numericValue,
    tbt: lhr.audits['total-blocking-time'].numericValue,
    cls: lhr.audits['cumulative-layout-shift'].numericValue,
    bytes: bytes(),
    scriptBytes: bytes('Script'),
    weak: Object.values(lhr.audits)
      .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
      .map(({ id }) => id),
  };
}

/** Chromium says on its error stream where it listens. */
function debuggingPort(browser) {
  return new Promise((resolve, reject) => {
    let output = '';
    browser.once('error', reject);
    browser.once('exit', () => reject(new Error(`Chromium did not start: ${output.trim().split('\n').at(-1)}`)));
    browser.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
      const found = /ws:\/\/127\.0\.0\.1:(\d+)\//.exec(output);
      if (found) resolve(Number(found[1]));
    });
  });
}
