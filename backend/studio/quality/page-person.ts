import { broken, kindsOf, PERSON_FIGURES, PORTRAIT_FIGURES, shown, type FigureKind } from './figures.js';
import { address, boundOf, text } from './markup.js';
import type { PersonReport, PhotoReport, PortraitReport } from './run-report.js';

const OUTCOMES = {
  portraits: '',
  refused: 'The check refuses every photo.',
  doubtful: 'The check calls every photo a reserve, and the training makes no portrait.',
  none: 'The check took photos without doubt, and the training makes no portrait.',
  failed: 'The engine broke down',
} as const;

/** A person's photos and portraits; those that break a bound say which. */
export function personSection({ id, outcome, error, photos, figures, portraits }: PersonReport): string {
  const facts = kindsOf(PERSON_FIGURES).flatMap(([name, kind]) =>
    typeof figures[name] === 'number' ? [`${kind.label} ${shown(figures[name], kind)}`] : [],
  );
  const isBad = outcome === 'none' || outcome === 'failed';
  const became =
    outcome === 'portraits'
      ? ''
      : `<p${isBad ? ' class="bad"' : ''}>${OUTCOMES[outcome]}${error ? `: ${text(error)}` : ''}</p>`;
  return `<article id="${text(id)}"><h3>${text(id)}</h3><p class="soft">${text(facts.join(' · '))}</p>${became}
<div class="sheet">${photos.map(photoTile).join('')}${portraits.map(portraitTile).join('')}</div>
${portraits.length > 0 ? `<details><summary>All figures</summary>${figureTable(portraits)}</details>` : ''}</article>`;
}

/** A small picture that opens in its own size. */
const opening = (picture: string, alt: string): string =>
  `<a href="${address(picture)}"><img src="${address(picture)}" alt="${text(alt)}" loading="lazy"></a>`;

function photoTile({ name, refused, doubt, isUsed, unused, picture }: PhotoReport): string {
  const verdict = refused
    ? `refused: ${refused}`
    : [isUsed ? 'used' : `not used: ${unused ?? '–'}`, ...(doubt && doubt !== unused ? [`doubt: ${doubt}`] : [])].join(
        ', ',
      );
  return `<figure${isUsed ? '' : ' class="unused"'}>${picture ? opening(picture, `${name}, photo`) : ''}<figcaption>${text(name)}<br>${text(verdict)}</figcaption></figure>`;
}

function portraitTile({ style, index, picture, figures }: PortraitReport): string {
  const faults = broken(figures).map((name) => {
    const kind: FigureKind = PORTRAIT_FIGURES[name as keyof typeof PORTRAIT_FIGURES];
    return `${kind.label} ${shown(figures[name], kind)} (${boundOf(kind)})`;
  });
  return `<figure${faults.length > 0 ? ' class="broken"' : ''}>${opening(picture, `${style} ${index + 1}`)}<figcaption>${text(style)} ${index + 1}${faults.map((fault) => `<br><span class="bad">${text(fault)}</span>`).join('')}</figcaption></figure>`;
}

function figureTable(portraits: readonly PortraitReport[]): string {
  const kinds = kindsOf(PORTRAIT_FIGURES);
  const rows = portraits.map(({ style, index, photo, figures }) => {
    const faults = broken(figures);
    const cells = kinds.map(
      ([name, kind]) => `<td class="number${faults.includes(name) ? ' bad' : ''}">${text(shown(figures[name], kind))}`,
    );
    return `<tr><th scope="row">${text(style)} ${index + 1}<td>${text(photo ?? '–')}${cells.join('')}</tr>`;
  });
  return `<div class="wide"><table><thead><tr><th>Portrait<th>Photo${kinds.map(([, { label }]) => `<th class="number">${text(label)}`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
