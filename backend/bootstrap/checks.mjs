import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compareContract } from './contract.mjs';
import { runProgram } from './run.mjs';
import { root, tool } from './workspace.mjs';

const run = (workspace, program, args, folder = '.') => runProgram(tool(workspace, program), args, { cwd: join(root, folder) });

/**
 * What `npm run check` looks at and `npm test` counts first. A check is listed once the file it is configured by exists.
 * `run` gives { code, output }; the output is shown only when the code is not 0.
 */
export const checks = [
  { name: 'Stil', configuredBy: '.oxlintrc.json', run: () => run('backend', 'oxlint', ['--config', '.oxlintrc.json', 'backend', 'sdk', 'pwa']) },
  { name: 'Typen backend', configuredBy: 'backend/tsconfig.json', run: () => run('backend', 'tsc', ['-p', 'tsconfig.json', '--noEmit'], 'backend') },
  { name: 'Typen sdk', configuredBy: 'sdk/tsconfig.json', run: () => run('sdk', 'tsc', ['-p', 'tsconfig.json', '--noEmit'], 'sdk') },
  { name: 'Typen pwa', configuredBy: 'pwa/tsconfig.json', run: () => run('pwa', 'tsc', ['-p', 'tsconfig.json', '--noEmit'], 'pwa') },
  {
    name: 'Grenzen',
    configuredBy: '.dependency-cruiser.cjs',
    run: () => run('backend', 'depcruise', ['--config', '.dependency-cruiser.cjs', 'backend/src', 'sdk/src', 'pwa/src']),
  },
  { name: 'Vertrag', configuredBy: 'openapi/openapi.json', run: compareContract },
];

/** Runs all checks, one after the other, whatever they find. */
export async function runChecks(steps) {
  const results = [];
  for (const check of checks.filter(({ configuredBy }) => existsSync(join(root, configuredBy)))) {
    const startedAt = performance.now();
    const result = await steps.run(check.name, async (note) => {
      const { code, output } = await check.run();
      note(code === 0 ? 'in Ordnung' : 'FEHLER');
      return { name: check.name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, took: performance.now() - startedAt, output };
    });
    if (result.failed > 0) process.stdout.write(`${result.output.trimEnd()}\n`);
    results.push(result);
  }
  return results;
}
