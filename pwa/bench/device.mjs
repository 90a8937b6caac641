/** Trying the styles on a device: what is fetched for it, and how long a photo and a style take. */
import { chromium as launcher } from '@playwright/test';

const STARTED = /Foto wird geprüft/;

/**
 * @param photos bytes of good photos
 * @returns kilobytes fetched for it; milliseconds from the end of loading to the first picture, and from one style to another, medians
 */
export async function measureDevice(url, chromium, photos) {
  const browser = await launcher.launch(chromium ? { executablePath: chromium } : {});
  try {
    const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 900 } });
    const fetched = [];
    page.on('requestfinished', (request) => fetched.push(request));
    await page.goto('/styles', { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Mit Ihrem Foto ausprobieren' }).click();
    await page.locator('[data-scenes]').waitFor();
    fetched.length = 0;
    const photoMs = [];
    const styleMs = [];
    for (const [index, buffer] of photos.entries()) {
      const first = await choose(page, { name: `${index}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(buffer) });
      if (first === null) continue;
      photoMs.push(first);
      styleMs.push(...(await page.evaluate(timeStyles)));
    }
    const sizes = await Promise.all(fetched.map((request) => request.sizes()));
    return {
      kilobytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000,
      photoMs: median(photoMs),
      styleMs: median(styleMs),
    };
  } finally {
    await browser.close();
  }
}

/** Chooses a photo. @returns milliseconds until it is shown in the first style, without loading; null where it is refused */
async function choose(page, file) {
  const shown = page.evaluate(
    ({ source }) =>
      new Promise((resolve) => {
        const section = document.querySelector('[data-scenes]');
        let begun = null;
        const look = () => {
          if (section.querySelector('[role=alert]')) return resolve(null);
          if (begun === null && new RegExp(source).test(section.textContent)) begun = performance.now();
          if (begun !== null && section.querySelector('[data-pictures] canvas')) resolve(performance.now() - begun);
          else requestAnimationFrame(look);
        };
        look();
      }),
    { source: STARTED.source },
  );
  await page.locator('[data-scenes] input[type=file]').first().setInputFiles(file);
  return shown;
}

/** In the page: how long each style takes to follow the one before, in milliseconds, one after the other. */
async function timeStyles() {
  const pictures = () => document.querySelectorAll('canvas[data-own]').length;
  const times = [];
  let [count, since] = [pictures(), performance.now()];
  while (times.length < 4) {
    await new Promise((drawn) => requestAnimationFrame(drawn));
    if (pictures() === count) continue;
    times.push((performance.now() - since) / (pictures() - count));
    [count, since] = [pictures(), performance.now()];
  }
  return times;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
