import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { DASHBOARD, dashboardJson } from '../../scripts/write-dashboard.mjs';
import { repository } from '../support/docker-files.js';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const read = (path: string) => readFileSync(`${repository}${path}`, 'utf8');
const { groups } = parse(read('docker/observe/alerts.yaml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** Names of the figures that the source makes, as Prometheus reads them. */
function figuresMade(): Set<string> {
  const source = globSync('backend/src/**/*.ts', { cwd: repository })
    .map((file) => read(file))
    .join('\n');
  const made = [
    ...source.matchAll(/create(Histogram|ObservableGauge|ObservableCounter|Counter)\(\s*'(\w+)'|gauge\('(\w+)'/g),
  ];
  return new Set(
    made.flatMap(([, kind, name, short]) => {
      if (kind === 'Histogram') return ['_bucket', '_count', '_sum'].map((end) => name + end);
      return kind?.endsWith('Counter') ? [`${name}_total`] : [name ?? short!];
    }),
  );
}

/** Names in an expression of Prometheus: without functions, labels, words and numbers. */
const figuresIn = (expression: string): string[] =>
  [
    ...expression
      .replaceAll(/\{[^}]*\}|"[^"]*"|\b(?:by|without|on)\s*\([^)]*\)|\[\w+\]/g, ' ')
      .matchAll(/\b[a-z]\w*\b(?!\s*\()/g),
  ]
    .map(([name]) => name)
    .filter((name) => !['and', 'or', 'unless', 'offset', 'up'].includes(name));

describe('the alerts', () => {
  const made = figuresMade();

  test('are read from figures that there are', () => {
    expect(made.size).toBeGreaterThan(20);
    expect(rules.flatMap(({ expr }) => figuresIn(expr)).filter((name) => !made.has(name))).toEqual([]);
  });

  test('have each a name of its own, somebody it is for, and a section on what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    const sections = [...read('docs/operations/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.runbook).toBe(`docs/operations/alerts.md#${alert.toLowerCase()}`);
      expect(annotations.summary).not.toBe('');
    }
  });

  test('an expression with a figure that nobody makes is noticed', () => {
    expect(figuresIn('sum by (le) (rate(no_such_figure{status="5xx"}[5m])) / up > 0.5')).toEqual(['no_such_figure']);
  });

  test('every figure is described for those who watch', () => {
    const page = read('docs/operations/watch.md');
    const names = [...made].filter((name) => !/_(?:count|sum)$/.test(name)).map((name) => name.replace(/_bucket$/, ''));
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the dashboard', () => {
  const text = readFileSync(DASHBOARD, 'utf8');

  test('is as its source makes it', () => expect(JSON.parse(text)).toEqual(JSON.parse(dashboardJson())));

  test('shows figures that there are', () => {
    const made = figuresMade();
    const asked = [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, json]) => JSON.parse(json!) as string);
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.flatMap(figuresIn).filter((name) => !made.has(name))).toEqual([]);
  });
});
