import { worthOf } from '~/lib/credits';
import { formatChf, formatNumber, megabytes } from '~/lib/formats';
import { LANGUAGE } from '~/lib/language';
import sentences from '../../content/operator.json';

interface Format {
  key: string;
  width: number;
  height: number;
  print: { widthMm: number; heightMm: number } | null;
}

interface Plan {
  priceRappen: number;
  credits: number;
}

interface Taxpayer {
  /** Empty where the operator is not liable to VAT. */
  vat: string;
  isVatByAddress: boolean;
}

/** What follows a price. */
export function taxOfPrices({ vat, isVatByAddress }: Taxpayer): string {
  if (!vat) return sentences.withoutVat;
  return isVatByAddress ? sentences.withVatByAddress : sentences.withVat;
}

/** The same of all prices, within a sentence. */
function taxedPrices({ vat, isVatByAddress }: Taxpayer): string {
  if (!vat) return sentences.pricesWithoutVat;
  return isVatByAddress ? sentences.pricesWithVatByAddress : sentences.pricesWithVat;
}

/** How `{{format path}}` writes what stands at the path. */
const FORMATS: Record<string, (value: never, values: object) => string> = {
  chf: (rappen: number) => formatChf(rappen),
  chfForTen: (rappen: number) => formatChf(10 * rappen),
  /** What a month's credits make besides the profile. */
  portraits: ({ credits }: Plan) => `${formatNumber(worthOf(credits).portraits)} Portraits`,
  creditsAfterTraining: (plan: Plan, values) => formatNumber(afterTraining(plan, values)),
  /** What a withdrawal pays back then, by the rule of the backend (`shareBack`). */
  refundAfterTraining: (plan: Plan, values) =>
    formatChf(Math.ceil((plan.priceRappen * afterTraining(plan, values)) / plan.credits)),
  /** How long a run takes, as it is said: the estimate and a minute less. */
  minutes: (seconds: number) => `${seconds / 60 - 1}–${seconds / 60} Minuten`,
  hours: (seconds: number) => (seconds === 3_600 ? '1 Stunde' : `${formatNumber(seconds / 3_600)} Stunden`),
  mb: (bytes: number) => `${megabytes(bytes)} MB`,
  mm: ({ print }: Format) => (print ? `${print.widthMm} × ${print.heightMm} mm` : ''),
  tax: (operator: Taxpayer) => taxOfPrices(operator),
  /** The same of all prices, within a sentence; the backend's `legal-text.ts` writes it, too. */
  taxed: (operator: Taxpayer) => taxedPrices(operator),
  px: ({ width, height }: Format) => `${width} × ${height} Pixel`,
};

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat(LANGUAGE, { month: 'long' }).format(new Date(2026, month, 1)),
).join('|');

const UNITS =
  'KB|kB|MB|EUR|dpi|mm|cm|Uhr|Pixel|Prozent|Credits?|Portraits?|Fotos|Aufnahmen|Varianten|Styles?|Versuchen?|Minuten?|Stunden?|(?:Arbeitst|T)ag(?:en?)?|Wochen?|Monat(?:en?)?|Jahr(?:en?)?';

/**
 * Measures, days, towns and places in a law stay on one line; what names a law stays with a place of one step only, since all
 * of «Art. 6 Abs. 7 lit. a DSG» in one piece would leave half a line empty on a phone.
 */
const TOGETHER = [
  new RegExp(`(\\d) (?=×|(?:${UNITS})\\b)`, 'g'),
  new RegExp(`(\\d\\.) (?=(?:${MONTHS})\\b)`, 'g'),
  /(×|\b(?:Art|Abs|lit)\.|§) (?=[\da-z])/g,
  /((?:Art\.|§)\u00a0\w+) (?=[A-Z]{2}|lit\.|Abs\.\u00a0\w+\b(?! lit\.))/g,
  /(Abs\.\u00a0\w+) (?=lit\.)/g,
  /(\b[a-z],) (?=[a-z][,)])/g,
  /(\(EU\)|\bTKG) (?=\d)/g,
  /(\b[1-9]\d{3}) (?=[A-ZÄÖÜ][a-zäöü]+\b)/g,
];

/** What is left of a month's credits after one training. */
function afterTraining({ credits }: Plan, values: object): number {
  return credits - (values as { training: { credits: number } }).training.credits;
}

/** The element of a list that goes by this id or key; a property of anything else. */
function child(parent: unknown, name: string): unknown {
  if (Array.isArray(parent))
    return parent.find((each: { id?: string; key?: string }) => each.id === name || each.key === name);
  return typeof parent === 'object' && parent !== null ? (parent as Record<string, unknown>)[name] : undefined;
}

/**
 * Fills the placeholders of a text: `{{photos.min}}`, `{{plans.starter.credits}}` (elements of lists by id or key), and with a format
 * `{{chf …}}` and `{{chfForTen …}}` (Rappen, of one and of ten people), `{{mb …}}` (bytes), `{{minutes …}}` and `{{hours …}}` (seconds), `{{mm …}}` and `{{px …}}` (portrait formats),
 * `{{portraits …}}`, `{{creditsAfterTraining …}}` and `{{refundAfterTraining …}}` (plans), `{{tax …}}` and `{{taxed …}}` (the operator).
 * @throws Error for a placeholder that names nothing
 */
export function fill(text: string, values: object): string {
  const filled = text.replace(/\{\{([^{}]*)\}\}/g, (whole, inner: string) => {
    const [path = '', format] = inner.trim().split(' ').toReversed();
    const value = path.split('.').reduce(child, values as unknown);
    if (format !== undefined) {
      const write = FORMATS[format];
      const written = write && value !== undefined ? write(value as never, values) : '';
      if (written) return written;
    } else if (typeof value === 'number') return formatNumber(value);
    else if (typeof value === 'string') return value;
    throw new Error(`The placeholder ${whole} names nothing.`);
  });
  return TOGETHER.reduce((line, pattern) => line.replace(pattern, '$1\u00a0'), filled);
}

/** Fills every string of a piece of content, however deep. */
export function fillAll<Content>(content: Content, values: object): Content {
  if (typeof content === 'string') return fill(content, values) as Content;
  if (Array.isArray(content)) return content.map((each: unknown) => fillAll(each, values)) as Content;
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => [key, fillAll(value as unknown, values)]),
  ) as Content;
}
