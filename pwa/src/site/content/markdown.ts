import { Marked, type Tokens } from 'marked';
import { parse } from 'yaml';

/** What an address fragment looks like: `## Vor der Aufnahme` → `vor-der-aufnahme`. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter]!)
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const plainText = (markdown: string): string => markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`]/g, '');

const escapeAttribute = (text: string): string => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const marked = new Marked({ gfm: true });
marked.use({
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading) {
      return `<h${depth} id="${slugOf(plainText(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // On a phone the rows stand one under the other (parts.module.css): each cell knows its column, and the roles keep it a table then.
    table(token: Tokens.Table) {
      const cell = (each: Tokens.TableCell, tag: string) =>
        `<${tag}>${this.parser.parseInline(each.tokens)}</${tag.split(' ')[0]}>`;
      const columns = token.header.map(({ text }) => escapeAttribute(plainText(text)));
      const head = token.header.map((each) => cell(each, 'th scope="col" role="columnheader"')).join('');
      const row = (cells: Tokens.TableCell[]) =>
        `<tr role="row">${cells.map((each, index) => cell(each, `${index === 0 ? 'th scope="row" role="rowheader"' : 'td role="cell"'} data-column="${columns[index]}"`)).join('')}</tr>`;
      return `<table role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">\n${token.rows.map(row).join('\n')}</tbody></table>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      const outside = /^https?:/.test(href) ? ' rel="noopener"' : '';
      return `<a href="${escapeAttribute(href)}"${outside}>${this.parser.parseInline(tokens)}</a>`;
    },
    html({ text }: Tokens.HTML | Tokens.Tag): string {
      throw new Error(`Content is Markdown without HTML: ${text}`);
    },
  },
});

/** Block Markdown as HTML. The content is our own; HTML in it is refused. */
export const toHtml = (markdown: string): string => marked.parse(markdown, { async: false });

/** One line of Markdown as HTML, without a paragraph around it. */
export const toInlineHtml = (markdown: string): string => marked.parseInline(markdown, { async: false });

/** Keeps a word with a short first part whole, so that no line ends in «E-» or «KI-». The signs between tags alone are text. */
export const keepTogether = (html: string): string =>
  html.replace(/(?<=^|>)[^<]+/g, (text) =>
    text.replace(/(?<![\p{L}\d-])\p{L}{1,2}-\p{L}{2,14}(?!\p{L})/gu, '<span data-together>$&</span>'),
  );

/** A file of content: the YAML between `---` lines, and the Markdown below. */
export function readContent<Matter>(file: string): { matter: Matter; body: string } {
  const found = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file);
  if (!found) throw new Error('A file of content begins with its front matter between --- lines.');
  return { matter: parse(found[1]!, { schema: 'failsafe' }) as Matter, body: found[2]! };
}

/** The headings of the second level, for a table of contents. */
export function headingsOf(markdown: string): { id: string; text: string }[] {
  return marked
    .lexer(markdown)
    .filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2)
    .map(({ text }) => ({ id: slugOf(plainText(text)), text: plainText(text) }));
}

/** How many words a text has, without the signs of Markdown. */
export const wordsOf = (markdown: string): number =>
  plainText(markdown)
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length;
