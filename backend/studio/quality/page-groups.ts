import { shown, shownDifference, type FigureKind } from './figures.js';
import { boundOf, text } from './markup.js';
import type { FigureSummary, GroupSummary } from './summarise.js';

const WITHOUT = { refused: 'refused', doubtful: 'doubtful only', none: 'none', failed: 'broke down' } as const;

/** A group's counts and figures, beside what they were in an earlier run. @param explains whether each figure's meaning is told, too */
export function groupSection(group: GroupSummary, was: GroupSummary | null, explains: boolean): string {
  const without = Object.entries(WITHOUT).flatMap(([outcome, words]) => {
    const n = group.without[outcome as keyof typeof WITHOUT];
    return n > 0 ? [`${n} ${words}`] : [];
  });
  const refusals = group.refusals.map(([reason, n]) => `${reason} ${n}`);
  const counts = [
    `${group.persons} ${group.persons === 1 ? 'person' : 'persons'}`,
    `${group.portraits} ${group.portraits === 1 ? 'portrait' : 'portraits'}`,
    ...without,
    ...(refusals.length > 0 ? [`photos refused: ${refusals.join(', ')}`] : []),
  ];
  const besides = was ? '<th class="number">was<th class="number">change' : '';
  const columns = `<th class="number">Median${besides}<th class="number">Worst${besides}<th class="number">Broken${was ? '<th class="number">was' : ''}`;
  return `<h3>${text(group.name)}</h3><p>${text(counts.join(' · '))}</p>
<div class="wide"><table class="figures"><thead><tr><th>Figure<th>Bound${columns}</tr></thead><tbody>${group.figures
    .map((figure, i) => figureRow(figure, was && was.figures[i]!, explains))
    .join('')}</tbody></table></div>`;
}

function figureRow(figure: FigureSummary, was: FigureSummary | null, explains: boolean): string {
  const { kind } = figure;
  const cell = (of: 'median' | 'worst'): string =>
    `<td class="number">${text(shown(figure[of], kind))}${was ? changeCells(was[of], figure[of], kind) : ''}`;
  const hasBound = kind.least !== undefined || kind.most !== undefined;
  const broken = hasBound ? `<td class="number${figure.broken > 0 ? ' bad' : ''}">${figure.broken}` : '<td>';
  const wasBroken = hasBound && was ? `<td class="number soft">${was.broken}` : was ? '<td>' : '';
  const meaning = explains ? ` <small>${text(kind.meaning)}</small>` : '';
  return `<tr><th scope="row">${text(kind.label)}${meaning}<td>${text(boundOf(kind))}${cell('median')}${cell('worst')}${broken}${wasBroken}</tr>`;
}

function changeCells(was: number | null, now: number | null, kind: FigureKind): string {
  const difference = was === null || now === null ? '–' : shownDifference(now - was, kind);
  return `<td class="number soft">${text(shown(was, kind))}<td class="number${difference === '±0' ? ' soft' : ''}">${text(difference)}`;
}
