import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { awaitFolder } from './exclusive.mjs';
import { tellingLine } from './explain.mjs';
import { installFingerprint } from './install.mjs';
import { runProgram } from './run.mjs';
import { fingerprint, requireSpace, root } from './workspace.mjs';

const sdkSources = ['sdk/src', 'sdk/scripts', 'sdk/package.json', 'sdk/tsconfig.json', 'sdk/tsconfig.build.json', 'openapi'];
const shared = ['tsconfig.base.json'];

/** What is built, from what, and the file whose absence means «not built». */
const targets = {
  backend: {
    label: 'Backend bauen',
    folder: 'backend',
    result: 'backend/dist/embedded.js',
    sources: [...shared, 'backend/src', 'backend/package.json', 'backend/tsconfig.json', 'backend/tsconfig.build.json'],
    prune: true,
  },
  sdk: { label: 'SDK bauen', folder: 'sdk', result: 'sdk/dist/index.js', sources: [...shared, ...sdkSources], prune: true },
  pwa: {
    label: 'App bauen',
    folder: 'pwa',
    result: 'pwa/dist/site/site.json',
    sources: [...shared, ...sdkSources, 'pwa/src', 'pwa/public', 'pwa/scripts', 'pwa/index.html', 'pwa/package.json', 'pwa/tsconfig.json', 'pwa/vite.config.ts'],
    prune: false,
  },
};

/** pnpm would look after the packages itself before a script; ensureInstalled has done so. */
const buildEnvironment = () => ({ ...process.env, pnpm_config_verify_deps_before_run: 'false' });

const stampOf = (target) => join(root, target.folder, 'dist', '.build-fingerprint');
const wanted = (target) => fingerprint(target.sources, installFingerprint());

function isCurrent(target) {
  return existsSync(join(root, target.result)) && existsSync(stampOf(target)) && readFileSync(stampOf(target), 'utf8') === wanted(target);
}

async function build(target) {
  const before = wanted(target); // a source saved during the build must lead to another one
  rmSync(join(root, target.folder, 'dist', '.tsbuildinfo'), { force: true }); // the compiler repeats errors it remembers; a whole build takes 2 s
  const { code, output } = await runProgram('pnpm', ['run', 'build'], { cwd: join(root, target.folder), env: buildEnvironment() });
  if (code !== 0) throw new Error(`${target.label}: ${tellingLine(output)}`);
  if (target.prune) removeOrphans(join(root, target.folder, 'src'), join(root, target.folder, 'dist'));
  writeFileSync(stampOf(target), before);
}

/** tsc leaves the output of deleted sources behind; a deleted migration would still run. */
function removeOrphans(sources, results) {
  for (const entry of readdirSync(results, { recursive: true, withFileTypes: true })) {
    const match = /^(.*?)(\.d\.ts|\.js|\.js\.map)$/.exec(entry.name);
    if (!entry.isFile() || match === null) continue;
    const source = join(sources, entry.parentPath.slice(results.length), match[1]);
    if (['.ts', '.tsx', '.js', '.mjs', '.d.ts'].every((end) => !existsSync(source + end))) rmSync(join(entry.parentPath, entry.name));
  }
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

/** Builds what changed: the backend beside the SDK and, which needs the SDK, the app. Throws one clear line when a build fails. */
export async function ensureBuilt(steps, names = ['backend', 'sdk', 'pwa']) {
  if (names.every((name) => isCurrent(targets[name]))) return;
  requireSpace(root, 200);
  const turn = await awaitFolder(join(root, 'node_modules'), 'build');
  try {
    const inOrder = async (list) => {
      for (const name of list) if (names.includes(name)) await ensureTarget(steps, name);
    };
    await allSettledOrThrow([inOrder(['backend']), inOrder(['sdk', 'pwa'])]);
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
