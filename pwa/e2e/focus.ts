import type { Page } from '@playwright/test';

/** More stops than the longest page has. */
const MOST_STOPS = 600;
const TURNED = 'turns round';

interface Stop {
  /** False once Tab has left the page, or has begun anew. */
  isWithin: boolean;
  name: string;
  fault: string | null;
}

/**
 * Walks through the page with Tab from its beginning; what moves stands still meanwhile.
 * @returns stops at which the focus cannot be told from its looks, lies behind something else, or turns round, as HTML
 * @throws Error where Tab reaches nothing, or comes to no end
 */
export async function unseenStops(page: Page): Promise<string[]> {
  // Nothing fades: what is asked right after a key has its last look.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(rememberLooks);
  const faults: string[] = [];
  for (let count = 0; count < MOST_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    if (!stop.isWithin) {
      if (count === 0) throw new Error(`Tab reaches nothing on ${page.url()}.`);
      await page.emulateMedia({ reducedMotion: null });
      return faults;
    }
    if (stop.fault) faults.push(`${stop.fault}: ${stop.name}`);
    if (stop.fault === TURNED) return faults;
  }
  throw new Error(`Tab does not come to an end on ${page.url()}.`);
}

interface Looks {
  of: (element: Element) => string;
  around: (element: Element) => Element[];
  resting: Map<Element, string>;
  seen: Set<Element>;
}

function rememberLooks(): void {
  const beginning = document.createElement('span');
  beginning.tabIndex = -1;
  document.body.prepend(beginning);
  beginning.focus();
  beginning.remove();
  const properties = [
    'backgroundColor',
    'color',
    'boxShadow',
    'textDecorationLine',
    'opacity',
    'borderBottomColor',
  ] as const;
  const of = (element: Element) =>
    [null, '::before', '::after']
      .map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        const isDrawn = style.outlineStyle !== 'none' && !style.outlineColor.endsWith(', 0)');
        const outline = isDrawn ? `${style.outlineWidth} ${style.outlineColor}` : '';
        return [outline, ...properties.map((name) => style[name])].join();
      })
      .join(';');
  // A control shows its focus itself, in its label or frame, or in a part of its own.
  const around = (element: Element) => {
    const found = [element, ...element.querySelectorAll('*')].slice(0, 12);
    let parent = element.parentElement;
    for (let steps = 0; parent && parent !== document.body && steps < 3; steps += 1, parent = parent.parentElement) {
      found.push(parent);
      if (parent.matches('label')) found.push(...parent.querySelectorAll('*'));
    }
    return found;
  };
  const stops = 'a[href], button, input, textarea, select, summary, [tabindex], iframe';
  const resting = new Map<Element, string>();
  for (const stop of document.querySelectorAll(stops))
    for (const each of around(stop)) if (!resting.has(each)) resting.set(each, of(each));
  (window as unknown as { looks: Looks }).looks = { of, around, resting, seen: new Set() };
}

function lookAtFocus(): Stop {
  const { of, around, resting, seen } = (window as unknown as { looks: Looks }).looks;
  const element = document.activeElement;
  const isOver = !element || element === document.body || element === seen.values().next().value;
  if (isOver) return { isWithin: false, name: '', fault: null };
  const stop: Stop = { isWithin: true, name: element.outerHTML.slice(0, 160), fault: null };
  if (seen.has(element)) return { ...stop, fault: 'turns round' };
  seen.add(element);
  const isSeen = around(element).some((each) => resting.has(each) && resting.get(each) !== of(each));
  // What only screen readers see is looked at in the place of what is drawn for it.
  let shown: Element = element.closest('label') ?? element;
  const isForReaders = (each: Element) =>
    each.getBoundingClientRect().width < 3 || getComputedStyle(each).pointerEvents === 'none';
  for (let each: Element | null = shown, steps = 0; each && steps < 4; each = each.parentElement, steps += 1)
    if (isForReaders(each) && each.parentElement) shown = each.parentElement;
  // A link within a text may stand on two lines, with other words between its ends.
  const isFree = [...shown.getClientRects()].some(({ left, top, width, height }) =>
    [0.5, 0.1, 0.9].some((along) =>
      [0.5, 0.1, 0.9].some((down) => {
        const hit = document.elementFromPoint(left + width * along, top + height * down);
        return hit !== null && shown.contains(hit);
      }),
    ),
  );
  if (!isSeen) stop.fault = 'looks as before';
  else if (!isFree) stop.fault = 'lies behind something';
  return stop;
}
