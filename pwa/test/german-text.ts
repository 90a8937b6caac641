import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface Finding {
  file: string;
  line: number;
  text: string;
}

/** Words that German sentences are made of and code is not. */
const GERMAN =
  /[äöüÄÖÜß«»]|\b(?:und|oder|nicht|bitte|Sie|Ihre?|Ihren?|mit|für|wird|werden|ist|sind|einen?|der|die|das)\b/u;

/** An address of a page is no text, whatever its parts are called. */
const ADDRESS = /^\/\S*$/;

/** Attributes that are read or shown as they are. */
const SHOWN = new Set(['aria-label', 'alt', 'title', 'placeholder', 'label', 'description', 'lead', 'error']);

const hasWord = (text: string): boolean => /\p{L}{2,}/u.test(text);

function isShownAttribute(node: ts.Node): boolean {
  return ts.isJsxAttribute(node.parent) && SHOWN.has(node.parent.name.getText());
}

function findingOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return hasWord(node.text) ? node.text.trim() : null;
  if (
    !ts.isStringLiteralLike(node) &&
    !ts.isTemplateHead(node) &&
    !ts.isTemplateMiddle(node) &&
    !ts.isTemplateTail(node)
  )
    return null;
  if (ADDRESS.test(node.text)) return null;
  return GERMAN.test(node.text) || (isShownAttribute(node) && hasWord(node.text)) ? node.text : null;
}

/** Text that stands in a source file instead of in the locale files. */
export function findText(file: string, code: string): Finding[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const findings: Finding[] = [];
  const visit = (node: ts.Node): void => {
    const text = findingOf(node);
    if (text !== null)
      findings.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

/** The same for every source file below a folder, tests left out. */
export function findTextBelow(folder: string): { files: number; findings: Finding[] } {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist.`);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.(?:test|gen)\.tsx?$/.test(name),
  );
  return {
    files: files.length,
    findings: files.flatMap((name) => findText(name, readFileSync(join(folder, name), 'utf8'))),
  };
}
