import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { facts } from '~/lib/facts';
import { renderedSite, siteData as data } from '../../../test/rendered-site';

type Node = Record<string, unknown>;
const vocabulary = readFileSync(
  createRequire(import.meta.url)
    .resolve('schema-dts')
    .replace(/\.js$/, '.d.ts'),
  'utf8',
);

/** The properties of each kind, those of the kinds it belongs to included. */
function readVocabulary(text: string): (kind: string) => Set<string> {
  const interfaces = new Map(
    [...text.matchAll(/^(?:export )?interface (\w+) extends ([^{]+)\{([\s\S]*?)^\}/gm)].map(
      ([, name, parents, body]) => [
        name!,
        {
          parents: parents!.match(/\w+/g)!,
          own: [...body!.matchAll(/^\s+"([@\w]+)"\??:/gm)].map(([, property]) => property!),
        },
      ],
    ),
  );
  const propertiesOf = (name: string): string[] => {
    const found = interfaces.get(name);
    return found ? [...found.own, ...found.parents.flatMap(propertiesOf)] : [];
  };
  return (kind) => new Set([...propertiesOf(`${kind}Leaf`), ...propertiesOf(`${kind}Base`)]);
}
const propertiesOf = readVocabulary(vocabulary);

/** Every thing in what is said, with the place it has. */
function nodesOf(value: unknown, at: string): [at: string, node: Node][] {
  if (Array.isArray(value)) return value.flatMap((each, index) => nodesOf(each, `${at}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  return [[at, node], ...Object.entries(node).flatMap(([key, each]) => nodesOf(each, `${at}.${key}`))];
}

/** What schema.org does not know. */
function strangeWords(value: unknown, at: string): string[] {
  return nodesOf(value, at).flatMap(([place, node]) => {
    const kind = node['@type'] as string | undefined;
    if (kind === undefined) return Object.keys(node).join() === '@id' ? [] : [`${place} has no type`];
    const known = propertiesOf(kind);
    if (known.size === 0) return [`${place} is a «${kind}»`];
    return Object.keys(node)
      .filter((key) => !key.startsWith('@') && !known.has(key))
      .map((key) => `${place}.${key}`);
  });
}

let pages: ReadonlyMap<string, Node[]>;
/** All pages are rendered, beside other suites. */
const RENDERING_MS = 60_000;
beforeAll(async () => {
  const { documents } = await renderedSite();
  pages = new Map(
    [...documents].map(([path, document]) => [
      path,
      [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        (script) => JSON.parse(script.textContent) as Node,
      ),
    ]),
  );
}, RENDERING_MS);

it('every page describes itself in words of schema.org', () => {
  expect(propertiesOf('PostalAddress')).toContain('addressCountry');
  expect(strangeWords({ '@type': 'PostalAddress', street: 'x' }, '')).toEqual(['.street']);
  expect(strangeWords({ '@type': 'Firm' }, '')).toEqual([' is a «Firm»']);
  expect([...pages.values()].flat().length).toBeGreaterThan(40);
  expect([...pages].flatMap(([path, described]) => strangeWords(described, path))).toEqual([]);
});

it('says what search engines ask for: address, withdrawal, and of an article its picture, days and author', () => {
  const on = (path: string, kind: string) => pages.get(path)!.find((node) => node['@type'] === kind)!;
  expect(on('/', 'Organization')).toMatchObject({
    address: { postalCode: '8000', addressLocality: 'Zürich', addressCountry: 'CH' },
    contactPoint: { email: data.operator.email },
  });
  const policy = {
    '@type': 'MerchantReturnPolicy',
    merchantReturnDays: facts.withdrawal.days,
    merchantReturnLink: `${data.origin}/legal/refund`,
  };
  const products = [on('/', 'Product'), on('/pricing', 'Product')];
  for (const product of products) {
    expect(product).toMatchObject({ hasMerchantReturnPolicy: policy });
    for (const offer of product.offers as Node[]) expect(offer).toMatchObject({ hasMerchantReturnPolicy: policy });
  }
  expect(products[1]!.description).toBe(products[0]!.description);
  const article = on('/blog/ai/ki-businessfotos', 'Article');
  expect(article).toMatchObject({
    image: `${data.origin}/og/ki-businessfotos.jpg`,
    datePublished: '2025-01-26',
    author: { '@type': 'Organization', name: facts.brand, url: `${data.origin}/` },
  });
  expect(String(article.dateModified) > '2026').toBe(true);
});
