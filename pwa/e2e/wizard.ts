import { readFileSync } from 'node:fs';
import { facts } from '@bildnis/sdk/facts';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { enter } from './accounts.js';

const origin = process.env.BILDNIS_URL ?? 'http://localhost:3000';
const headers = { origin: new URL(origin).origin };

interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Somebody new is signed in and has consented. */
export async function consented(context: BrowserContext): Promise<void> {
  await enter(context);
  for (const [kind, version] of [
    ['facial_images', facts.consents.facialImages],
    ['self_and_adult', facts.consents.selfAndAdult],
  ]) {
    expect((await context.request.post('/api/v1/consents', { headers, data: { kind, version } })).ok()).toBe(true);
  }
}

/** What the server has. */
export const drafts = async ({ request }: BrowserContext): Promise<{ photos: object[] }[]> =>
  ((await (await request.get('/api/v1/ai-profiles')).json()) as { items: { photos: object[] }[] }).items;

/** How many photos wait on the device. */
export const waitingOnDevice = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('bildnis');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const count = opening.result.transaction('photos').objectStore('photos').count();
          count.onsuccess = () => {
            resolve(count.result);
            opening.result.close();
          };
        };
      }),
  );

/** Counts the photos that are sent, of every page there is. */
export function countUploads(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/photos')) count += 1;
  });
  return () => count;
}

/** The same picture in a file of other bytes: behind its end a JPEG may carry anything. */
export function otherBytes(path: string, name: string): UploadFile {
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([readFileSync(path), Buffer.from(name)]) };
}

const hex = (value: number) => value.toString(16).padStart(4, '0');
/** A JPEG up to the end of its frame header. */
const jpegHead = (width: number, height: number) =>
  Buffer.from(`ffd8ffc0001108${hex(height)}${hex(width)}03012200021101031101`, 'hex');
const text = (value: string) => Buffer.from(value, 'latin1');

/** Files that no photo comes of. */
export const BAD_FILES = {
  pdf: { name: 'lebenslauf.pdf', mimeType: 'application/pdf', buffer: text('%PDF-1.7 and what comes behind it') },
  /** Its name and type say JPEG, its bytes do not. */
  disguised: { name: 'verkleidet.jpg', mimeType: 'image/jpeg', buffer: text('%PDF-1.7 and what comes behind it') },
  broken: {
    name: 'kaputt.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([jpegHead(800, 600), text('nothing that could be decoded')]),
  },
  tiny: {
    name: 'winzig.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  },
  huge: {
    name: 'riesig.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([jpegHead(12_001, 100), text('too wide')]),
  },
} satisfies Record<string, UploadFile>;

/** A drawn person as an iPhone stores a photo. */
export async function heicPhoto(): Promise<Buffer> {
  const files = new URL('../../backend/test/support/heif-files.ts', import.meta.url).href;
  return ((await import(files)) as { drawnHeic(): Buffer }).drawnHeic();
}

export const photos = (page: Page) => page.getByRole('list', { name: 'Ihre Fotos' });
export const verdicts = (page: Page, words: string | RegExp) => photos(page).getByText(words);
export const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type=file]').setInputFiles(files);

/** The wizard, ready for photos. */
export async function openWizard(page: Page): Promise<void> {
  await page.goto('/app/profile-wizard');
  await expect(
    page
      .getByText(/^(?:Fotos hierher ziehen oder auswählen|Fotos auswählen|Fotos hinzufügen)$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
}

/** Closes what has been said: a message that goes by itself would go in the middle of a look. */
export async function closeMessages(page: Page): Promise<void> {
  const messages = page.getByRole('alertdialog');
  while ((await messages.count()) > 0)
    await messages
      .first()
      .getByRole('button', { name: 'Schliessen' })
      .click({ timeout: 1_000 })
      .catch(() => null);
}
