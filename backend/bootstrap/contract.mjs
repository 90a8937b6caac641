import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run.mjs';
import { root } from './workspace.mjs';

const sdkGenerated = join(root, 'sdk', 'src', 'generated');
const contractFolder = join(root, 'openapi');

/** Writes the contract of the built backend and the SDK types that follow from it into `folder`. */
async function generate(folder) {
  const emitted = await runProgram(process.execPath, [join(root, 'backend', 'dist', 'write-openapi.js'), folder], {
    cwd: root,
  });
  if (emitted.code !== 0) return emitted;
  return runProgram(process.execPath, [join(root, 'sdk', 'scripts', 'generate.mjs'), folder], {
    cwd: join(root, 'sdk'),
  });
}

async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'bildnis-contract-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where each generated file of `folder` belongs in the repository. */
const destinations = (folder) =>
  readdirSync(folder).map((name) => ({
    fresh: join(folder, name),
    kept: join(name.endsWith('.ts') ? sdkGenerated : contractFolder, name),
  }));

/** Compares what the code says now with what is committed; the working tree stays as it is. */
export function compareContract() {
  return inTemporaryFolder(async (folder) => {
    const generated = await generate(folder);
    if (generated.code !== 0) return generated;
    const differences = destinations(folder)
      .map(({ fresh, kept }) => firstDifference(fresh, kept))
      .filter(Boolean);
    if (differences.length === 0) return { code: 0, output: '' };
    return {
      code: 1,
      output: `error: der Vertrag weicht vom Code ab; «npm run gen» schreibt ihn neu\n${differences.join('\n')}`,
    };
  });
}

function firstDifference(fresh, kept) {
  const name = kept.slice(root.length + 1);
  const [now, before] = [fresh, kept].map(readLines);
  if (before === undefined) return `  ${name}: fehlt`;
  const index = now.findIndex((line, i) => line !== before[i]);
  if (index === -1 && now.length === before.length) return undefined;
  const at = index === -1 ? now.length : index;
  return `  ${name}:${at + 1}\n    - ${before[at] ?? '(Ende)'}\n    + ${now[at] ?? '(Ende)'}`;
}

function readLines(file) {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/** Writes the contract and the SDK types into the repository; throws with the output of the tool that failed. */
export function writeContract() {
  return inTemporaryFolder(async (folder) => {
    const { code, output } = await generate(folder);
    if (code !== 0) throw new Error(output);
    for (const { fresh, kept } of destinations(folder)) {
      mkdirSync(join(kept, '..'), { recursive: true });
      copyFileSync(fresh, kept);
    }
  });
}
