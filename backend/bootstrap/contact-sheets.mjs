import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { requireNode } from './node-version.mjs';
import { ensureBuilt } from './build.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { createSteps } from './steps.mjs';

const usage =
  'Aufruf: npm run contact-sheets -- --people ORDNER --out ORDNER [STIL …] (im ersten liegt je Person ein Ordner mit Fotos)';

/** @throws {Error} for anything but two folders and styles */
function readSettings() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { people: { type: 'string' }, out: { type: 'string' } },
    });
    return { people: resolve(values.people), out: resolve(values.out), styles: positionals };
  } catch (cause) {
    throw new Error(usage, { cause });
  }
}

requireNode();
try {
  const settings = readSettings();
  const steps = createSteps();
  await ensureInstalled(steps);
  await ensureBuilt(steps, ['backend']);
  const { writeContactSheets } = await import('../bench/contact-sheets.mjs');
  await writeContactSheets({ ...settings, say: (line) => process.stdout.write(`${line}\n`) });
} catch (error) {
  process.stderr.write(`Die Kontaktbogen wurden nicht fertig: ${explain(error)}\n`);
  process.exitCode = 1;
}
