import type { Schemas } from '~/lib/api';
import { formatDate, formatNumber } from '~/lib/formats';

type Published = Schemas['PublishedJudgements'];
type Figures = Schemas['JudgementFigures'];

const fieldOf = (within: ParentNode, name: string) => within.querySelector<HTMLElement>(`[data-field='${name}']`);

/** Whatever somebody wrote goes in as text, never as HTML. */
function write(place: HTMLElement | null, values: Record<string, string>): void {
  if (place)
    place.textContent = (place.dataset.text ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** A month, as in «November 2026». */
const nameOfMonth = (month: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

function writeFigures(place: ParentNode, figures: Figures): void {
  const { judgements, customers, from, to, likeness, wouldUse } = figures;
  write(fieldOf(place, 'basis'), {
    judgements: formatNumber(judgements),
    customers: formatNumber(customers),
    from: formatDate(from),
    to: formatDate(to),
  });
  for (const row of place.querySelectorAll<HTMLElement>('[data-likeness]')) {
    const count = likeness[Number(row.dataset.likeness) - 1] ?? 0;
    row.style.setProperty('--share', `${count / judgements}`);
    fieldOf(row, 'count')!.textContent = formatNumber(count);
  }
  write(fieldOf(place, 'use'), { part: formatNumber(wouldUse), all: formatNumber(judgements) });
}

function writeStyles(place: HTMLElement, styles: Published['styles']): void {
  const template = place.querySelector('template')!;
  const list = template.previousElementSibling!;
  list.replaceChildren();
  for (const { displayName, figures } of styles) {
    const entry = template.content.cloneNode(true) as DocumentFragment;
    fieldOf(entry, 'style')!.textContent = displayName;
    writeFigures(entry, figures);
    list.append(entry);
  }
  place.hidden = styles.length === 0;
}

function writeSentences(place: HTMLElement, { sentences, hiddenSentences }: Published): void {
  const template = place.querySelector('template')!;
  const list = place.querySelector('ul')!;
  list.replaceChildren();
  for (const { sentence, style, month, reply } of sentences) {
    const entry = template.content.cloneNode(true) as DocumentFragment;
    write(fieldOf(entry, 'sentence'), { sentence });
    fieldOf(entry, 'source')!.textContent = [style?.displayName, nameOfMonth(month)].filter(Boolean).join(' · ');
    const answer = fieldOf(entry, 'reply')!;
    write(answer, { reply: reply ?? '' });
    answer.hidden = !reply;
    list.append(entry);
  }
  const hidden = fieldOf(place, 'hidden')!;
  const words = hiddenSentences === 1 ? hidden.dataset.one : hidden.dataset.other;
  hidden.textContent = (words ?? '').replace(/\d+/, formatNumber(hiddenSentences));
  hidden.hidden = hiddenSentences === 0;
  list.hidden = sentences.length === 0;
  place.hidden = sentences.length + hiddenSentences === 0;
}

/** Fills in what is known now; with null, that it could not be asked for. What stood there before goes. */
export function writeJudgements(page: Document, found: Published | null): void {
  for (const place of page.querySelectorAll<HTMLElement>('[data-judgements]')) {
    const slug = place.dataset.judgements;
    const figures = slug ? found?.styles.find((style) => style.slug === slug)?.figures : found?.all;
    if (figures) writeFigures(place, figures);
    place.hidden = !figures;
  }
  for (const note of page.querySelectorAll<HTMLElement>('[data-test-payments]')) note.hidden = !found?.testPayments;
  const own = page.querySelector('[data-judgements-page]');
  if (!own) return;
  const state = own.querySelector<HTMLElement>('[data-state]')!;
  state.textContent = found ? (found.all ? '' : (state.dataset.few ?? '')) : (state.dataset.failed ?? '');
  writeStyles(own.querySelector<HTMLElement>('[data-styles-judged]')!, found?.styles ?? []);
  const none = { sentences: [], hiddenSentences: 0 } as unknown as Published;
  writeSentences(own.querySelector<HTMLElement>('[data-sentences]')!, found ?? none);
}
