import type { ComparedRuns, PortraitPair } from './compare-runs.js';
import { PORTRAIT_FIGURES, shown, worstOf, type FigureKind } from './figures.js';
import { address, boundOf, text } from './markup.js';
import { groupSection } from './page-groups.js';
import { personSection } from './page-person.js';
import { STYLE } from './page-style.js';
import type { RunReport } from './run-report.js';
import { breachesOf, summarise, type Breach } from './summarise.js';

/** What changed since an earlier run: the pictures that both have, the most different first. */
export interface Comparison extends ComparedRuns {
  /** Mean distance of the small pictures in CIELAB (ΔE). */
  changes: (PortraitPair & { difference: number })[];
}

/** Pairs of pictures that are shown, and from which difference on. */
const MOST_PAIRS = 24;
const SEEN = 0.5;

/** The page of a run, for people who work on the engine: English, one file that shows the pictures beside it. */
export function pageOf(run: RunReport, comparison: Comparison | null): string {
  const portraits = run.persons.reduce((sum, person) => sum + person.portraits.length, 0);
  const breaches = breachesOf(run);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Portrait quality</title>
<style>${STYLE}</style>
<header>
<h1>Portrait quality</h1>
<p>${day(run.begun)} · ${count(run.persons.length, 'person', 'persons')} · ${count(run.styles.length, 'style', 'styles')} · ${count(portraits, 'portrait', 'portraits')}${
    comparison ? ` · compared with ${day(comparison.before.begun)}` : ''
  }</p>
<nav><a href="#bounds">Bounds</a><a href="#groups">Groups</a>${comparison ? '<a href="#changed">Changed most</a>' : ''}<a href="#people">People</a><a href="#backgrounds">Backgrounds</a></nav>
</header>
<main>
<section id="bounds"><h2>Bounds</h2>${breachTable(breaches)}</section>
<section id="groups"><h2>Groups</h2>${groupTables(run, comparison)}</section>
${comparison ? `<section id="changed"><h2>Changed most</h2>${changed(comparison)}</section>` : ''}
<section id="people"><h2>People</h2>${run.persons.map((person) => personSection(person)).join('')}</section>
<section id="backgrounds"><h2>Backgrounds</h2><div class="backgrounds">${run.styles
    .map(
      (style) =>
        `<figure><img src="${address(`backgrounds/${style}.jpg`)}" alt="" loading="lazy" width="1920" height="600"><figcaption>${text(style)}</figcaption></figure>`,
    )
    .join('')}</div></section>
</main>
</html>
`;
}

const day = (iso: string): string =>
  `<time datetime="${text(iso)}">${text(iso.slice(0, 16).replace('T', ' '))} UTC</time>`;

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** One row for each person and figure: a cutout's fault comes back in each of its portraits. */
function breachTable(breaches: readonly Breach[]): string {
  if (breaches.length === 0) return '<p class="good">Every bound holds.</p>';
  const rows = new Map<string, Breach[]>();
  for (const breach of breaches) {
    const key = JSON.stringify([breach.person, breach.what]);
    rows.set(key, [...(rows.get(key) ?? []), breach]);
  }
  return `<p class="bad">${count(rows.size, 'bound is', 'bounds are')} broken, counted once for each person.</p>
<div class="wide"><table><thead><tr><th>Person<th>Figure<th class="number">Portraits<th class="number">Worst<th>Bound</tr></thead><tbody>${[...rows.values()].map(breachRow).join('')}</tbody></table></div>`;
}

const MISSING = { none: 'Gets nothing although the check took photos without doubt', failed: 'The engine broke down' };

function breachRow(breaches: readonly Breach[]): string {
  const [{ person, portrait, what }] = breaches as [Breach];
  const name = `<th scope="row"><a href="#${address(person)}">${text(person)}</a>`;
  if (!portrait) return `<tr>${name}<td colspan="4">${MISSING[what as keyof typeof MISSING]}</tr>`;
  const kind: FigureKind = PORTRAIT_FIGURES[what as keyof typeof PORTRAIT_FIGURES];
  const values = breaches.flatMap((breach) => breach.portrait?.figures[what] ?? []);
  return `<tr>${name}<td>${text(kind.label)}<td class="number">${breaches.length}<td class="number">${text(shown(worstOf(values, kind), kind))}<td>${text(boundOf(kind))}</tr>`;
}

/** Beside an earlier run only what both have is summed up: medians over different portraits would tell of the choice. */
function groupTables(run: RunReport, comparison: Comparison | null): string {
  const was = comparison && summarise(comparison.before);
  const groups = summarise(comparison ? comparison.now : run).map((group, i) =>
    groupSection(group, was && was[i]!, i === 0),
  );
  const note = comparison
    ? `<p>Over the ${count(comparison.pairs.length, 'portrait', 'portraits')} and ${count(comparison.now.persons.length, 'person', 'persons')} that both runs have.</p>`
    : '';
  return note + groups.join('');
}

function changed({ changes, turned }: Comparison): string {
  const persons = turned.map(
    ({ person, before, now }) => `<li><a href="#${address(person)}">${text(person)}</a>: ${before} → ${now}</li>`,
  );
  const seen = changes.filter(({ difference }) => difference >= SEEN);
  const pairs = seen
    .slice(0, MOST_PAIRS)
    .map(
      ({ person, before, now, difference }) =>
        `<figure class="pair"><div>${[before, now].map(({ picture }) => `<img src="${address(picture)}" alt="" loading="lazy" width="480" height="600">`).join('')}</div><figcaption><a href="#${address(person)}">${text(person)}</a> · ${text(now.style)} ${now.index + 1} <span>ΔE ${difference.toFixed(1)}</span></figcaption></figure>`,
    );
  return `${persons.length > 0 ? `<ul>${persons.join('')}</ul>` : ''}<p>${
    seen.length === 0
      ? `None of ${changes.length} pictures differs by ΔE ${SEEN} or more.`
      : `${seen.length} of ${changes.length} pictures differ by ΔE ${SEEN} or more; before on the left, now on the right.`
  }</p><div class="pairs">${pairs.join('')}</div>`;
}
