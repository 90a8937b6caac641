import { fill } from './fill';
import { headingsOf, readContent, toHtml } from './markdown';

interface Matter {
  title: string;
  description: string;
  /** As consents name it. */
  version: string;
  /** ISO day. */
  updated: string;
}

export interface LegalText extends Matter {
  path: string;
  headings: { id: string; text: string }[];
  html: string;
}

const files = import.meta.glob<string>('../../content/legal/*.md', { query: '?raw', import: 'default', eager: true });

/** Where each text stands. */
const PATHS: Record<string, string> = {
  terms: '/legal/terms',
  privacy: '/legal/privacy',
  cookies: '/legal/cookies',
  refund: '/legal/refund',
  imprint: '/legal/imprint',
  accessibility: '/barrierefreiheit',
};

/** Marks say which row of docs/promises.md keeps a sentence, and what a browser keeps under which name; customers get the sentence alone. */
const withoutMarks = (text: string): string => text.replace(/ ?<!-- (?:promise|kept): [^>]*-->/g, '');

/** The legal pages with their placeholders filled. */
export function readLegalTexts(values: object): LegalText[] {
  return Object.entries(files).map(([file, text]) => {
    const name = /legal\/([\w-]+)\.md$/.exec(file)![1]!;
    const path = PATHS[name];
    if (!path) throw new Error(`The legal text ${name} has no path.`);
    const { matter, body } = readContent<Matter>(fill(withoutMarks(text), values));
    return { ...matter, path, headings: headingsOf(body), html: toHtml(body) };
  });
}
