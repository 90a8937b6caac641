import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { awaitFolder } from './exclusive.mjs';
import { tellingLine } from './explain.mjs';
import { installFingerprint } from './install.mjs';
import { runProgram } from './run.mjs';
import { fingerprint, requireSpace, root } from './workspace.mjs';

const within = (folder, ...names) => names.map((name) => `${folder}/${name}`);
const manifests = ['package.json', 'tsconfig.json', 'tsconfig.build.json'];
const shared = ['tsconfig.base.json'];
const sdkSources = [...within('sdk', 'src', 'scripts', ...manifests), 'openapi'];
const emulatorSources = within('backend/emulators', 'src', ...manifests);
const studioSources = within('backend/studio', 'core', 'node', 'scenes', 'previews', 'quality', ...manifests);
/** What the app's worker is made of. */
const deviceSources = within('backend/studio', 'browser', 'core', 'scenes', 'package.json');

/** What is built, from what, where the compiler writes, and the file whose absence means «not built». */
const targets = {
  emulators: {
    label: 'Emulatoren bauen',
    folder: 'backend/emulators',
    compiled: 'dist',
    result: 'backend/emulators/dist/stripe/index.js',
    sources: [...shared, ...emulatorSources],
  },
  studio: {
    label: 'Studio bauen',
    folder: 'backend/studio',
    compiled: 'dist',
    result: 'backend/studio/dist/node/index.js',
    sources: [...shared, ...studioSources],
  },
  backend: {
    label: 'Backend bauen',
    folder: 'backend',
    compiled: 'build',
    result: 'backend/dist/embedded.js',
    sources: [...shared, ...emulatorSources, ...studioSources, ...within('backend', 'src', 'scripts', ...manifests)],
  },
  sdk: {
    label: 'SDK bauen',
    folder: 'sdk',
    compiled: 'dist',
    result: 'sdk/dist/index.js',
    sources: [...shared, ...sdkSources],
  },
  pwa: {
    label: 'App bauen',
    folder: 'pwa',
    result: 'pwa/dist/site/site.json',
    sources: [
      ...shared,
      ...sdkSources,
      ...deviceSources,
      ...within('pwa', 'src', 'public', 'scripts', 'index.html', 'package.json', 'tsconfig.json', 'vite.config.ts'),
    ],
  },
};

/** pnpm would look after the packages itself before a script; ensureInstalled has done so. */
const buildEnvironment = () => ({ ...process.env, pnpm_config_verify_deps_before_run: 'false' });

const stampOf = (target) => join(root, target.folder, 'dist', '.build-fingerprint');
const sourcesOf = (target) => fingerprint(target.sources, installFingerprint());

function isCurrent(target) {
  return (
    existsSync(join(root, target.result)) &&
    existsSync(stampOf(target)) &&
    readFileSync(stampOf(target), 'utf8') === sourcesOf(target)
  );
}

async function build(target) {
  const before = sourcesOf(target); // a source saved during the build must lead to another one
  if (target.compiled) rmSync(join(root, target.folder, target.compiled), { recursive: true, force: true }); // what became of deleted sources, and errors that the compiler remembers
  const { code, output } = await runProgram('pnpm', ['run', 'build'], {
    cwd: join(root, target.folder),
    env: buildEnvironment(),
  });
  if (code !== 0) throw new Error(`${target.label}: ${tellingLine(output)}`);
  writeFileSync(stampOf(target), before);
}

/** Builds one workspace if its sources changed since the last time. */
async function ensureTarget(steps, name) {
  const target = targets[name];
  await steps.run(target.label, async (note) => {
    if (isCurrent(target)) return note('unverändert');
    await build(target);
    return note('');
  });
}

/**
 * Builds what changed: the backend, after the emulators and the engine it needs, beside the SDK and, which needs the SDK,
 * the app. Throws one clear line when a build fails.
 */
export async function ensureBuilt(steps, wanted = ['backend', 'sdk', 'pwa']) {
  const names = wanted.includes('backend') ? ['emulators', 'studio', ...wanted] : wanted;
  if (names.every((name) => isCurrent(targets[name]))) return;
  requireSpace(root, 200);
  const turn = await awaitFolder(join(root, 'node_modules'), 'build');
  try {
    const inOrder = async (list) => {
      for (const name of list) if (names.includes(name)) await ensureTarget(steps, name);
    };
    await allSettledOrThrow([inOrder(['emulators', 'studio', 'backend']), inOrder(['sdk', 'pwa'])]);
  } finally {
    turn.release();
  }
}

/** Waits for all, so that nothing keeps building behind a report of failure. */
async function allSettledOrThrow(promises) {
  const results = await Promise.allSettled(promises);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
