import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { STYLES, type Manifest } from './document/assets';
import { renderSite } from './render-site';
import type { SiteData } from './site-data';

/**
 * `node write-site.js --data FILE --out FOLDER --fingerprint HEX [--app FOLDER]`: renders the public pages of an installation into a
 * folder, which it replaces as a whole. FILE holds what `GET /api/v1/site` answers; `--app` is the built app, by default beside this
 * file's folder.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
    fingerprint: { type: 'string' },
    app: { type: 'string' },
  },
});
if (!values.data || !values.out || !values.fingerprint) throw new Error('--data, --out and --fingerprint are needed');
const app = values.app ?? fileURLToPath(new URL('../dist/', import.meta.url));

const data = JSON.parse(await readFile(values.data, 'utf8')) as SiteData;
const manifestIn = async (folder: string) =>
  JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
const ofApp = await manifestIn(app);
const build = {
  app: ofApp,
  site: await manifestIn(fileURLToPath(new URL('.', import.meta.url))),
  appCss: await readFile(join(app, ofApp[STYLES]!.file), 'utf8'),
};
const { files, manifest } = await renderSite(data, build, values.fingerprint);

/** The levels above take 10 and 20 times as long for 5 and 7 % less, and the API waits for it where it starts with new facts. */
const QUALITY = 8;
const brotli = (text: string) =>
  promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });

await mkdir(dirname(values.out), { recursive: true });
const drafts = `.${basename(values.out)}-`;
await tidy(dirname(values.out), drafts);
const fresh = await mkdtemp(join(dirname(values.out), drafts));
await Promise.all(
  [...files].map(async ([name, text]) => {
    const file = join(fresh, name);
    await mkdir(dirname(file), { recursive: true });
    const [br, gz] = await Promise.all([brotli(text), promisify(gzip)(text, { level: 9 })]);
    await Promise.all([writeFile(file, text), writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  }),
);
await writeFile(join(fresh, 'site.json'), JSON.stringify(manifest));
// Pages are served from there meanwhile: they are away for a moment only, not for as long as deleting takes.
const before = `${fresh}-before`;
await rename(values.out, before).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
});
await rename(fresh, values.out);
await rm(before, { recursive: true, force: true });

/** What renderings left behind that were ended amid their work: none takes ten minutes. */
async function tidy(folder: string, prefix: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(prefix)).map((name) => join(folder, name));
  for (const path of left) {
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > 600_000) await rm(path, { recursive: true, force: true });
  }
}
