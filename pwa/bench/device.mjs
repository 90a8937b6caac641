/** What runs on a device: what is fetched for it, and how long a verdict, a photo and a style take, also four times slower. */
import { chromium as launcher } from '@playwright/test';
import { inSlowBrowser, spin } from './slow-browser.mjs';

const STARTED = /Foto wird geprüft/;
/** How much slower a slow device is. */
const SLOWER = 4;

/**
 * @param photos bytes of good photos
 * @returns kilobytes fetched for it; milliseconds from the end of loading to the first picture, from one style to another, for a verdict and for a picture of the camera, medians
 */
export async function measureDevice(url, chromium, photos) {
  const browser = await launcher.launch(chromium ? { executablePath: chromium } : {});
  try {
    return await measureIn(browser, url, photos);
  } finally {
    await browser.close();
  }
}

/** The same in a browser that is really four times slower, and how much slower it is. */
export const measureSlowDevice = (url, chromium, photos) =>
  inSlowBrowser(chromium, async (browser, slowDown) => {
    const page = await browser.newPage();
    const usual = await spun(page);
    slowDown(SLOWER);
    const slower = (await spun(page)) / usual;
    await page.close();
    return { slower, ...(await measureIn(browser, url, photos)) };
  });

/** How long a fixed loop takes, in milliseconds: the shortest of some, as a new browser is busy with itself. */
async function spun(page) {
  const times = [];
  for (let i = 0; i < 5; i++) times.push(await page.evaluate(spin));
  return Math.min(...times);
}

async function measureIn(browser, url, photos) {
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(180_000);
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
    await page.evaluate(untilNothingIsDrawn);
  }
  const sizes = await Promise.all(fetched.map((request) => request.sizes()));
  const worker = fetched.map((request) => request.url()).find((address) => /device-studio-[\w-]+\.js$/.test(address));
  const encoded = photos.map((photo) => Buffer.from(photo).toString('base64'));
  // The worker of the section is still there, and its pictures are made: it does nothing meanwhile.
  const { verdictMs, frameMs } = await page.evaluate(timeVerdicts, { worker, encoded });
  await page.close();
  return {
    kilobytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000,
    photoMs: median(photoMs),
    styleMs: median(styleMs),
    verdictMs: median(verdictMs),
    frameMs: median(frameMs),
  };
}

/** In the page: how long the worker takes to judge each photo, and to look at each as the camera would give it, in milliseconds. */
async function timeVerdicts({ worker: address, encoded }) {
  const worker = new Worker(address, { type: 'module' });
  let id = 0;
  const ask = (question, transfer = []) =>
    new Promise((resolve, reject) => {
      id += 1;
      const own = id;
      const hear = ({ data }) => {
        if (data.id !== own || 'progress' in data) return;
        worker.removeEventListener('message', hear);
        if ('error' in data) reject(new Error(data.error));
        else resolve(data);
      };
      worker.addEventListener('message', hear);
      worker.postMessage({ id, ...question }, transfer);
    });
  await ask({ ask: 'faces' });
  const photos = encoded.map(
    (text) => new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type: 'image/jpeg' }),
  );
  const [verdictMs, frameMs] = [[], []];
  // The first question warms it up.
  for (const photo of [photos[0], ...photos]) {
    const begun = performance.now();
    await ask({ ask: 'judge', photo });
    verdictMs.push(performance.now() - begun);
    const frame = await createImageBitmap(photo, { resizeWidth: 640 });
    const looked = performance.now();
    await ask({ ask: 'frame', frame }, [frame]);
    frameMs.push(performance.now() - looked);
  }
  worker.terminate();
  return { verdictMs: verdictMs.slice(1), frameMs: frameMs.slice(1) };
}

/** Chooses a photo. @returns milliseconds until it is shown in the first style, without loading; null where it is refused */
async function choose(page, file) {
  const shown = page.evaluate(
    ({ source }) =>
      new Promise((resolve) => {
        const section = document.querySelector('[data-scenes]');
        let begun = null;
        const look = () => {
          if (begun === null && new RegExp(source).test(section.textContent)) begun = performance.now();
          // What is said of the photo before stands until this one is looked at.
          if (begun !== null && section.querySelector('[role=alert]')) return resolve(null);
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

/** In the page: the next photo would wait for a picture that is being made. */
async function untilNothingIsDrawn() {
  const pictures = () => document.querySelectorAll('canvas[data-own]').length;
  let [count, since] = [pictures(), performance.now()];
  while (performance.now() - since < 3000) {
    await new Promise((later) => setTimeout(later, 100));
    if (pictures() !== count) [count, since] = [pictures(), performance.now()];
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
