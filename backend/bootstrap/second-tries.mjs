import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './workspace.mjs';

// Tests that failed at first and passed when they were tried again, by the JSON reports of the runners.

/** A whole run may need so many second tries; with one more it fails. */
const ALLOWED = 3;

const nameOf = (file, ...titles) => `${relative(root, file).replaceAll(sep, '/')}: ${titles.join(' ')}`;

/** The report keeps what the first try said. */
export function secondTriesOfVitest({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages: [first] }) => nameOf(name, fullName, reasonOf(first))),
  );
}

/** What the first try failed of, in one line: the next one passed, and nothing else of it is left. */
function reasonOf(message) {
  const [line] = stripVTControlCharacters(message ?? '').split('\n');
  return `(${line})`;
}

export function secondTriesOfPlaywright({ config, suites }) {
  const flakyIn = (suite, groups) => [
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'flaky')
        .map(({ results }) =>
          nameOf(`${config.rootDir}/${file}`, ...groups, title, reasonOf(results[0].error?.message)),
        ),
    ),
    ...(suite.suites ?? []).flatMap((inner) => flakyIn(inner, [...groups, inner.title])),
  ];
  return suites.flatMap((file) => flakyIn(file, []));
}

/**
 * What a run says of its second tries.
 * @param {string[]} names of the tests that needed one, of all suites
 * @returns {{ lines: string[], failed: number }}
 */
export function judgeSecondTries(names) {
  if (names.length === 0) return { lines: [], failed: 0 };
  const tooMany = names.length > ALLOWED;
  return {
    lines: [
      `Erst beim zweiten Mal bestanden${tooMany ? `, mehr als ${ALLOWED}: FEHLGESCHLAGEN` : ''}`,
      ...names.map((name) => `  ${name}`),
    ],
    failed: tooMany ? 1 : 0,
  };
}
