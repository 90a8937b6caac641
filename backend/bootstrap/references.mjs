import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './workspace.mjs';

/** What is made by running something, or brought by the package manager. */
const generated = new Set(['node_modules', 'dist', 'build', 'coverage', 'generated', '.data', '.git']);
/** Words for customers: their links are addresses of the app, and the tests of the public pages follow them. */
const wordsForCustomers = 'pwa/src/content';
const isPage = (path) => path.endsWith('.md');
const isCode = (path) => /\.(?:[cm]?[jt]sx?|css|ya?ml|env|sh)$|(?:^|\/)Dockerfile$|approved-changes\.txt$/.test(path);

/** Paths of all pages and code files, from the repository's top folder. */
export function referringFiles(folder = root) {
  const found = [];
  const visit = (at) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      const name = relative(folder, path);
      if (entry.isDirectory() ? generated.has(entry.name) || name === wordsForCustomers : false) continue;
      if (entry.isDirectory()) visit(path);
      else if (isPage(name) || isCode(name)) found.push(name);
    }
  };
  visit(folder);
  return found.sort((a, b) => (a < b ? -1 : 1));
}

const repository = {
  kindOf(path) {
    if (!existsSync(join(root, path))) return undefined;
    return statSync(join(root, path)).isDirectory() ? 'folder' : 'file';
  },
  read: (path) => readFileSync(join(root, path), 'utf8'),
};

const withoutBlocks = (text) => text.replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''));
const withoutCode = (text) => withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(text) {
  const anchors = new Map();
  for (const [, heading] of withoutBlocks(text).matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const times = anchors.get(slug) ?? 0;
    anchors.set(slug, times + 1);
    if (times > 0) anchors.set(`${slug}-${times}`, 1);
  }
  return new Set(anchors.keys());
}

/** Whether a path, with an anchor or without, leads somewhere. @returns a German line about what is missing, or null */
function faultOfTarget(target, { kindOf, read }) {
  const [path, anchor] = target.split('#');
  const kind = kindOf(path);
  if (kind === undefined) return `«${path}» gibt es nicht`;
  if (anchor === undefined || !isPage(path)) return null;
  return anchorsOf(read(path)).has(anchor) ? null : `«${path}» hat keine Überschrift «#${anchor}»`;
}

/** Relative links of a page, as paths from the top folder. */
const linksOf = (page, text) =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)]
    .map(([, link]) => link)
    .filter((link) => !/^(?:[a-z]+:|\/)/.test(link))
    .map((link) => (link.startsWith('#') ? `${page}${link}` : join(dirname(page), link)));

const testEndings = ['.ts', '.tsx', '.test.ts', '.test.tsx', '.spec.ts'];
/** Tests may be named without their ending. */
const asFile = (path, { kindOf }) =>
  testEndings.map((ending) => `${path}${ending}`).find((file) => kindOf(file)) ?? path;

/**
 * A path in backticks that begins with a workspace and stands for itself: no pattern, nothing a command makes, and not
 * the short name of a test as docs/mutations.md has them (`pwa/entries`).
 */
const namedPathsOf = (text) =>
  [...withoutBlocks(text).matchAll(/`((?:backend|docker|docs|openapi|pwa|sdk)\/[\w./$@-]+)`/g)]
    .map(([, path]) => path.replace(/\/$/, ''))
    .filter((path) => !path.split('/').some((part) => generated.has(part)) && /\/.*[/.]/.test(path));

/** Pages that code names. Only whole words count: addresses of other sites have a `docs/`, too. */
const namedPagesOf = (text) =>
  [...text.matchAll(/(?<![\w-]|\w\/)docs\/[\w/-]*\w(?:\.md)?(?:#[\w-]+)?/g)].map(([target]) => target);

/** Sections of pages that are not here, and decisions by number alone are mistaken for one another. */
const strayCitation = /\b(?:decisions?|specification)\s+§+\s?\d*/i;

/** Holds the numbered invariants. */
const invariants = 'docs/invariants.md';

function faultsOfInvariants(text, { kindOf, read }) {
  const cited = new Set(text.match(/\bI[1-9]\d?\b/g));
  if (cited.size === 0) return [];
  const known = kindOf(invariants) ? [...read(invariants).matchAll(/^\| (I\d+) \|/gm)].map(([, number]) => number) : [];
  return [...cited]
    .filter((number) => !known.includes(number))
    .map((number) => `eine Invariante ${number} gibt es in ${invariants} nicht`);
}

const scriptsOf = (folder, { kindOf, read }) => {
  const path = join(folder, 'package.json');
  return kindOf(path) ? (JSON.parse(read(path)).scripts ?? {}) : {};
};

/** Commands of the top folder (`npm run NAME`) and of a workspace (`pnpm --filter @bildnis/WORKSPACE run NAME`). */
function faultsOfCommands(text, files) {
  const ofTop = [...text.matchAll(/\bnpm (?:run ([a-z][\w:-]*)|start\b|test\b)/g)].filter(
    ([command, name = command.slice(4)]) => scriptsOf('.', files)[name] === undefined,
  );
  const ofWorkspaces = [...text.matchAll(/\bpnpm --filter @bildnis\/(\w+) run ([a-z][\w:-]*)/g)].filter(
    ([, workspace, name]) =>
      ![workspace, `backend/${workspace}`].some((folder) => scriptsOf(folder, files)[name] !== undefined),
  );
  return [...ofTop, ...ofWorkspaces].map(([command]) => `den Befehl «${command}» gibt es nicht`);
}

/** What a file refers to and the repository does not have, one German line each. */
export function faultsOfReferences(path, text, files = repository) {
  const named = () => namedPathsOf(text).map((target) => asFile(target, files));
  const targets = isPage(path) ? [...linksOf(path, text), ...named()] : namedPagesOf(text);
  const stray = strayCitation.exec(text)?.[0];
  return [
    ...targets.map((target) => faultOfTarget(target, files)).filter((fault) => fault !== null),
    ...(isPage(path) ? faultsOfCommands(text, files) : []),
    ...faultsOfInvariants(text, files),
    ...(stray
      ? [`«${stray.trim()}» führt nirgends hin; nennen Sie Seite und Überschrift, etwa docs/retention.md#promises`]
      : []),
  ].map((fault) => `${path}: ${fault}`);
}

/** For `npm run check`: every page, heading, path and command that is referred to exists. */
export function checkReferences() {
  const faults = referringFiles().flatMap((path) => faultsOfReferences(path, repository.read(path)));
  return { code: faults.length === 0 ? 0 : 1, output: faults.map((fault) => `error: ${fault}`).join('\n') };
}
