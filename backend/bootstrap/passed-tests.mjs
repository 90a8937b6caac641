import { join } from 'node:path';

// Which tests passed, by the JSON reports of the runners: each with its file and named with the groups it stands in.

export function passedOfVitest({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ fullName }) => ({ file: name, title: fullName })),
  );
}

const hasPassed = ({ status }) => status === 'expected' || status === 'flaky';

export function passedOfPlaywright({ config, suites }) {
  const passedIn = (suite, groups) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(hasPassed))
      .map(({ file, title }) => ({ file: join(config.rootDir, file), title: [...groups, title].join(' ') })),
    ...(suite.suites ?? []).flatMap((inner) => passedIn(inner, [...groups, inner.title])),
  ];
  return suites.flatMap((file) => passedIn(file, []));
}
