import { Marked, type Token, type Tokens } from 'marked';
import type { OperatorConfig } from '../../config/index.js';
import { facts } from '../../facts/index.js';
import { francs } from './francs.js';

/** A piece of a legal text as mails and PDFs can show it, without signs of Markdown. */
export interface Block {
  kind: 'heading' | 'text' | 'item' | 'quote';
  text: string;
}

export interface LegalText {
  title: string;
  version: string;
  blocks: Block[];
}

interface Installation {
  operator: OperatorConfig;
  publicOrigin: string;
}

const marked = new Marked({ gfm: true });

interface Plan {
  priceRappen: number;
  credits: number;
}

const afterTraining = ({ credits }: Plan) => credits - facts.training.credits;

/** The formats of `pwa/src/site/content/fill.ts` that terms and instruction on withdrawal use; a further one fails the tests. */
const FORMATS: Record<string, (value: never) => string> = {
  chf: (rappen: number) => francs(rappen),
  mb: (bytes: number) => `${bytes / 1_000_000} MB`,
  creditsAfterTraining: (plan: Plan) => String(afterTraining(plan)),
  taxed: ({ vat, isVatByAddress }: OperatorConfig) =>
    !vat
      ? 'enthalten keine Mehrwertsteuer, da wir nicht mehrwertsteuerpflichtig sind'
      : isVatByAddress
        ? 'enthalten die Mehrwertsteuer, soweit sie an Ihrem Wohnort anfällt'
        : 'enthalten die Mehrwertsteuer',
  refundAfterTraining: (plan: Plan) => francs(Math.ceil((plan.priceRappen * afterTraining(plan)) / plan.credits)),
};

function child(parent: unknown, name: string): unknown {
  if (Array.isArray(parent)) return parent.find((each: { id?: string }) => each.id === name);
  return typeof parent === 'object' && parent !== null ? (parent as Record<string, unknown>)[name] : undefined;
}

function fill(text: string, values: object): string {
  return text.replace(/\{\{([^{}]*)\}\}/g, (whole, inner: string) => {
    const [path = '', format] = inner.trim().split(' ').toReversed();
    const value = path.split('.').reduce(child, values as unknown);
    const written = format ? FORMATS[format]?.(value as never) : value;
    if (typeof written === 'string' || typeof written === 'number') return String(written);
    throw new Error(`The placeholder ${whole} names nothing.`);
  });
}

/**
 * A legal text of the public pages (`pwa/src/content/legal`), filled for this installation.
 * @throws Error for a placeholder that names nothing: no number may be missing from what a contract says
 */
export function readLegalText(file: string, { operator, publicOrigin }: Installation): LegalText {
  const [, matter, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  if (!matter || !body) throw new Error('A legal text begins with its front matter between --- lines.');
  const ofMatter = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(matter)?.[1] ?? '';
  // Marks of promises (docs/promises.md) are for authors.
  const filled = fill(body.replaceAll(/ ?<!--[\s\S]*?-->/g, ''), { ...facts, operator });
  return {
    title: ofMatter('title'),
    version: ofMatter('version'),
    blocks: marked.lexer(filled).flatMap((token) => blocksOf(token, publicOrigin)),
  };
}

function blocksOf(token: Token, origin: string): Block[] {
  const text = (tokens: Token[] | undefined) => (tokens ?? []).map((each) => inline(each, origin)).join('');
  if (token.type === 'space') return [];
  if (token.type === 'heading') return [{ kind: 'heading', text: text(token.tokens) }];
  if (token.type === 'paragraph') return [{ kind: 'text', text: text(token.tokens) }];
  if (token.type === 'list')
    return (token as Tokens.List).items.map((item) => ({ kind: 'item', text: text(item.tokens) }));
  if (token.type === 'blockquote')
    return (token as Tokens.Blockquote).tokens
      .flatMap((each) => blocksOf(each, origin))
      .map((block) => ({ ...block, kind: 'quote' }));
  if (token.type === 'table') return rowsOf(token as Tokens.Table, text);
  return [{ kind: 'text', text: token.raw }];
}

/** Each row on a line of its own, with the names of its columns where there are more than two. */
function rowsOf({ header, rows }: Tokens.Table, text: (tokens: Token[]) => string): Block[] {
  return rows.map(([first, ...rest]) => {
    const cells = rest.map(({ tokens }, index) =>
      rest.length > 1 ? `${text(header[index + 1]!.tokens)} ${text(tokens)}` : text(tokens),
    );
    return { kind: 'item', text: `${text(first!.tokens)}: ${cells.join(', ')}` };
  });
}

function inline(token: Token, origin: string): string {
  if (token.type === 'br') return '\n';
  if (token.type === 'link') {
    const { href, text } = token as Tokens.Link;
    return href.startsWith('/') ? `${text} (${origin}${href})` : text;
  }
  const inner = 'tokens' in token ? token.tokens : undefined;
  if (inner) return inner.map((each) => inline(each, origin)).join('');
  // A name of the operator may look like Markdown that is used nowhere else; it stays as it is written.
  return token.type === 'text' || token.type === 'escape' ? (token as Tokens.Text).text : token.raw;
}
