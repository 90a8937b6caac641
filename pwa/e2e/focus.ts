import type { Page } from '@playwright/test';

/** More stops than the longest page has. */
const MOST_STOPS = 600;

interface Stop {
  /** False once Tab has left the page. */
  isWithin: boolean;
  /** Walked past before: Tab has begun anew. */
  isKnown: boolean;
  name: string;
  fault: string | null;
}

/**
 * Walks through the page with Tab, and changes nothing.
 * @returns stops at which the focus cannot be told from its looks, or lies behind something else, as HTML
 */
export async function unseenStops(page: Page): Promise<string[]> {
  // Nothing fades: what is asked right after a key has its last look.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(rememberLooks);
  const faults: string[] = [];
  for (let count = 0; count < MOST_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    if (!stop.isWithin || stop.isKnown) return faults;
    if (stop.fault) faults.push(`${stop.fault}: ${stop.name}`);
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
  (document.activeElement as HTMLElement | null)?.blur();
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
        const outline = style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`;
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
  if (!element || element === document.body) return { isWithin: false, isKnown: false, name: '', fault: null };
  const stop: Stop = { isWithin: true, isKnown: seen.has(element), name: element.outerHTML.slice(0, 160), fault: null };
  seen.add(element);
  const isSeen = around(element).some((each) => resting.get(each) !== of(each));
  // What a sensor of the mouse and the finger stands for is looked at in its label's place.
  const shown = element.closest('label') ?? element;
  const { left, top, width, height } = shown.getBoundingClientRect();
  const isFree = [0.5, 0.1, 0.9].some((along) =>
    [0.5, 0.1, 0.9].some((down) => {
      const hit = document.elementFromPoint(left + width * along, top + height * down);
      return hit !== null && (shown.contains(hit) || hit.contains(shown));
    }),
  );
  if (!isSeen) stop.fault = 'looks as before';
  else if (!isFree) stop.fault = 'lies behind something';
  return stop;
}
