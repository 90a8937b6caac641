/** Text that is markup already; everything else is escaped when put into a page. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | null | undefined | false | Part[];

/** Builds markup from a template; every value is escaped unless it is markup itself. Null and false write nothing. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Markup {
  let text = strings[0] ?? '';
  values.forEach((value, at) => {
    text += write(value) + (strings[at + 1] ?? '');
  });
  return new Markup(text);
}

function write(value: Part): string {
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(write).join('');
  return value instanceof Markup ? value.text : escapeText(String(value));
}

/** Escapes for element content and quoted attributes alike. */
export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
