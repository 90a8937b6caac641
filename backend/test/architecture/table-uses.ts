import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A file within `backend/src` and its text. */
export interface Source {
  path: string;
  text: string;
}

/** Which table a file names that belongs to another place. */
export interface ForeignUse {
  path: string;
  table: string;
}

/** Migrations change every table; what starts the product alone has no tables in sight. */
const WITHOUT_OWNER = /^(?:migrations|embedded)\//;

export const readSources = (folder: string): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !WITHOUT_OWNER.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

/** The feature, or the other folder of `backend/src`, that a file stands in. */
const placeOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : 'app');

interface Owners {
  /** Place by table. */
  tables: Map<string, string>;
  /** Table by the name of its entity class or schema. */
  entities: Map<string, string>;
}

function findOwners(sources: Source[]): Owners {
  const owners: Owners = { tables: new Map(), entities: new Map() };
  for (const { path, text } of sources) {
    for (const [, schema, table] of text.matchAll(/const (\w+)Schema = defineEntity\(\{[^}]*?tableName: '(\w+)'/g)) {
      owners.tables.set(table!, placeOf(path));
      owners.entities.set(schema!, table!).set(`${schema!}Schema`, table!);
    }
  }
  return owners;
}

/** Each table that a file names, in whatever way, and that another place defines. */
export function findForeignUses(sources: Source[]): ForeignUse[] {
  const owners = findOwners(sources);
  return sources.flatMap(({ path, text }) =>
    [...tablesNamedIn(path, text, owners)]
      .filter((table) => owners.tables.get(table) !== placeOf(path))
      .toSorted()
      .map((table) => ({ path, table })),
  );
}

const QUERY_METHODS = new Set(
  [
    'selectFrom',
    'updateTable',
    'insertInto',
    'replaceInto',
    'deleteFrom',
    'mergeInto',
    'from',
    'using',
    'table',
  ].concat(['inner', 'left', 'right', 'full', 'cross'].flatMap((kind) => [`${kind}Join`, `${kind}JoinLateral`])),
);

function tablesNamedIn(path: string, text: string, { tables, entities }: Owners): Set<string> {
  const named = new Set<string>();
  const add = (name: string | undefined) => {
    if (name && tables.has(name)) named.add(name);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return importedEntities(node).forEach((name) => add(entities.get(name)));
    const words = textOf(node);
    if (words !== null) {
      tablesInSql(words).forEach(add);
      // No other word of ours is written like this.
      if (words.includes('_')) add(words);
    }
    if (isTableProperty(node)) add(textOf(node.initializer) ?? undefined);
    if (isTemplateName(node) || isListOfTemplates(node)) return;
    if (ts.isCallExpression(node)) tablesInCall(node).forEach(add);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return named;
}

/** What is imported to be used, not as a type only. */
function importedEntities({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings) || importClause.isTypeOnly) return [];
  return bindings.elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name, propertyName }) => (propertyName ?? name).text);
}

/** The text of a literal; what is put into a template stands in it as a question mark. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('?');
}

/** Names after the words that a table follows, also those of a list. */
function tablesInSql(sql: string): string[] {
  const item = String.raw`"?\w+"?(?:\s+(?:as\s+)?(?!where|join|set|on)\w+)?`;
  const lists = sql.matchAll(
    new RegExp(
      String.raw`\b(?:from|join|update|into|using|truncate|table)\s+(?:only\s+)?(${item}(?:\s*,\s*${item})*)`,
      'gi',
    ),
  );
  return [...lists].flatMap(([, list]) => list!.split(',').map((entry) => /\w+/.exec(entry)![0]));
}

const isPropertyCalled =
  (name: string) =>
  (node: ts.Node): node is ts.PropertyAssignment =>
    ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === name;
const isTableProperty = isPropertyCalled('table');
/** Emails are called as what they are about, which may be a table. */
const isTemplateName = isPropertyCalled('template');
const isListOfTemplates = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === 'EMAIL_TEMPLATES';

function tablesInCall({ expression, arguments: [first] }: ts.CallExpression): string[] {
  if (!first || !ts.isPropertyAccessExpression(expression) || !QUERY_METHODS.has(expression.name.text)) return [];
  const operands = ts.isArrayLiteralExpression(first) ? [...first.elements] : [first];
  return operands.flatMap((operand) => textOf(operand)?.split(' ')[0] ?? []);
}
