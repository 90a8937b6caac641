import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requireNode } from './node-version.mjs';
import { ensureBuilt } from './build.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { runProgram, stopOnSignals } from './run.mjs';
import { createSteps } from './steps.mjs';
import { dataFolder, root, tool } from './workspace.mjs';

const studio = join(root, 'backend/studio');
const PEOPLE_OPTIONS = /^--(?:people|person|out|styles|portraits|large|before)(?:=|$)/;

/** The shared photos: a folder of single photos, and folders of one person each. Nothing where they are missing. */
function sharedPeople() {
  const photos = join(process.env.BILDNIS_SHARED ?? resolve(root, '../shared'), 'photos');
  if (!existsSync(join(photos, 'people'))) return [];
  const persons = readdirSync(photos).filter((name) => name.startsWith('person-'));
  return ['--people', join(photos, 'people'), ...persons.flatMap((name) => ['--person', join(photos, name)])];
}

/** The tests that judge photos, cutouts, scenes and portraits. */
async function runTests(patterns) {
  const args = ['run', '--project=quality', ...patterns];
  return (await runProgram(tool('backend/studio', 'vitest'), args, { cwd: studio, show: true })).code;
}

/** Every style for every person, measured, on one page. What is not said is taken from the shared photos and goes beside other data. */
async function judgePeople(settings) {
  const says = (option) => settings.some((word) => word === option || word.startsWith(`${option}=`));
  const people = says('--people') || says('--person') ? [] : sharedPeople();
  const out = says('--out') ? [] : ['--out', join(dataFolder(), 'quality')];
  await ensureBuilt(createSteps(), ['studio']);
  const args = [join(studio, 'dist/quality/judge-people.js'), ...people, ...out, ...settings];
  return (await runProgram(process.execPath, args, { show: true })).code;
}

requireNode();
stopOnSignals(130);
try {
  const given = process.argv.slice(2);
  await ensureInstalled(createSteps());
  const isOfPeople = given.some((word) => PEOPLE_OPTIONS.test(word));
  const tests = isOfPeople ? 0 : await runTests(given);
  const hasPeople = given.length === 0 && sharedPeople().length > 0;
  const people = isOfPeople || hasPeople ? await judgePeople(given) : 0;
  process.exitCode = tests || people;
} catch (error) {
  process.stderr.write(`Die Bilder wurden nicht geprüft: ${explain(error)}\n`);
  process.exitCode = 1;
}
