import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { compareContract } from './contract.mjs';
import { explain } from './explain.mjs';
import { checkMigrations } from './migrations.mjs';
import { checkPromises } from './promises.mjs';
import { checkReleasedContract } from './released-contract.mjs';
import { checkReferences } from './references.mjs';
import { runProgram } from './run.mjs';
import { checkSpecification } from './specification.mjs';
import { checkVocabulary } from './vocabulary.mjs';
import { root, tool } from './workspace.mjs';

const run = (workspace, program, args, options, folder = '.') =>
  runProgram(tool(workspace, program), args, { ...options, cwd: join(root, folder) });

/** The linter starts its type-aware half by name. */
const lint = (flag, options) =>
  runProgram(tool('backend', 'oxlint'), [flag, '--config', '.oxlintrc.json', 'backend', 'sdk', 'pwa'], {
    ...options,
    cwd: root,
    env: { ...process.env, PATH: [dirname(tool('backend', 'tsgolint')), process.env.PATH].join(delimiter) },
  });

/**
 * What `npm run check` looks at, and `npm test` beside its first suite. A check is listed once the file it is configured by exists.
 * `run` may take options for the programs it starts, and gives { code, output }; the output is shown only when the code is not 0.
 */
export const checks = [
  {
    name: 'Format',
    configuredBy: '.oxfmtrc.json',
    run: (options) => run('backend', 'oxfmt', ['--check', '.'], options),
  },
  {
    // Types are judged in the same pass, by the `tsconfig.json` nearest to each file: the compiler would read everything a second time.
    name: 'Stil und Typen',
    configuredBy: '.oxlintrc.json',
    run: (options) => lint('--type-check', options),
  },
  {
    // Without Node's globals and types: the same code, with the scenes, runs in browsers.
    name: 'Typen Studio-Kern',
    configuredBy: 'backend/studio/core/tsconfig.json',
    run: (options) => run('backend/studio', 'tsc', ['-p', 'core/tsconfig.json', '--noEmit'], options, 'backend/studio'),
  },
  {
    name: 'Grenzen',
    configuredBy: '.dependency-cruiser.cjs',
    run: (options) =>
      run(
        'backend',
        'depcruise',
        [
          '--config',
          '.dependency-cruiser.cjs',
          'backend/src',
          'backend/emulators/src',
          ...['core', 'node', 'browser', 'scenes', 'previews', 'quality'].map((folder) => `backend/studio/${folder}`),
          'sdk/src',
          'pwa/src',
        ],
        options,
      ),
  },
  { name: 'Migrationen', configuredBy: 'backend/src/migrations', run: checkMigrations },
  { name: 'Verweise', configuredBy: 'docs', run: checkReferences },
  { name: 'Wortwahl', configuredBy: 'pwa/src/locales', run: checkVocabulary },
  { name: 'Spezifikation', configuredBy: 'docs/specification.md', run: checkSpecification },
  { name: 'Versprechen', configuredBy: 'docs/promises.md', run: checkPromises },
  { name: 'Vertrag', configuredBy: 'openapi/openapi.json', run: compareContract },
  { name: 'Partner', configuredBy: 'openapi/released.json', run: checkReleasedContract },
];

/** Formats all files and mends what the linter can mend by itself; what remains is said by the checks. */
export async function fixStyle() {
  await lint('--fix');
  await run('backend', 'oxfmt', ['.']);
}

/** Most use one core, so that two share the machine. */
const atOnce = 2;

/** A check that cannot run has failed; the others still run. */
async function outcomeOf(check, options) {
  try {
    return await check.run(options);
  } catch (error) {
    return { code: 1, output: explain(error) };
  }
}

async function runCheck(steps, check, options) {
  const startedAt = performance.now();
  const { output, ...result } = await steps.run(check.name, async (note) => {
    const { code, output } = await outcomeOf(check, options);
    note(code === 0 ? 'in Ordnung' : 'FEHLER');
    return {
      name: check.name,
      passed: code === 0 ? 1 : 0,
      failed: code === 0 ? 0 : 1,
      skipped: 0,
      took: performance.now() - startedAt,
      output,
    };
  });
  if (result.failed > 0) steps.line(output.trimEnd());
  return result;
}

/**
 * Runs all checks, two at a time, whatever they find.
 * @param {{ niceness?: number }} options for the programs that checks start
 * @returns their results in the order of the list
 */
export async function runChecks(steps, options = {}) {
  const wanted = checks.filter(({ configuredBy }) => existsSync(join(root, configuredBy)));
  const results = [];
  let next = 0;
  const lane = async () => {
    while (next < wanted.length) {
      const index = next++;
      results[index] = await runCheck(steps, wanted[index], options);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
