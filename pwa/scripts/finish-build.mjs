/**
 * Finishes a build: the stylesheet of the public pages beside the app's files, every file that compression makes smaller once more in the shapes in which servers
 * send it (.br, .gz), and the pages themselves as a fresh installation shows them, from openapi/site.json.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const pwa = fileURLToPath(new URL('..', import.meta.url));
const dist = join(pwa, 'dist');
/** Text, and the models and programs of the studio on devices. */
const COMPRESSED = /\.(?:js|css|html|svg|json|webmanifest|txt|xml|bin|tflite|wasm)$/;

const styles = JSON.parse(readFileSync(join(pwa, 'dist-prerender/.vite/manifest.json'), 'utf8'))['style.css'].file;
cpSync(join(pwa, 'dist-prerender', styles), join(dist, styles));

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSED.test(entry.name) || entry.parentPath.includes('.vite')) continue;
  const file = join(entry.parentPath, entry.name);
  const content = readFileSync(file);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_MODE]: /\.(?:bin|tflite|wasm)$/.test(entry.name)
          ? constants.BROTLI_MODE_GENERIC
          : constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  );
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

const { fingerprint, data } = JSON.parse(readFileSync(join(pwa, '..', 'openapi', 'site.json'), 'utf8'));
const answer = join(dist, '.vite', 'site.json');
writeFileSync(answer, JSON.stringify(data));
const { status } = spawnSync(
  process.execPath,
  [
    join(pwa, 'dist-prerender', 'write-site.js'),
    '--data',
    answer,
    '--out',
    join(dist, 'site'),
    '--fingerprint',
    fingerprint,
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
