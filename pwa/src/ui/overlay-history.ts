import { historySteps } from './leave-at-rest';

/** What lies over the page and goes by Back: each open overlay has one history entry above that of its page. */
interface Overlay {
  close(): void;
  /** It must stay: something is being sent, or is shown only once. */
  isHeld: boolean;
}

const DEPTH = 'overlays';
/** A dialog that leads to another, or to another page, is one step; what is asked of the history in between would overtake it. */
const SETTLE_MS = 50;
/** A step that the browser has dropped never arrives. */
const STEP_MS = 500;
/** A step back would break off the way to another document; a download is none, and the page is still there after this time. */
const LEAVING_MS = 5_000;

const open: Overlay[] = [];
/** The router's key of the page that the overlays lie over. */
let page: unknown;
/** How far this module has asked the history to go, until it is there; and whether somebody navigated meanwhile. */
let step = 0;
let wanted = 0;
let isOvertaken = false;
let stepping: ReturnType<typeof setTimeout> | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;
/** Until when the page may be on its way to another document; of the page's own clock. */
let leavingUntil = 0;
/** An address that was to replace the page's while an overlay was open: its entry lies below. */
let replaced: Parameters<History['replaceState']> | null = null;

function valueOf(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined;
}

const keyOf = (state: unknown): unknown => valueOf(state, '__TSR_key');
const depthOf = (state: unknown): number => Number(valueOf(state, DEPTH) ?? 0);

function go(steps: number): void {
  step = steps;
  wanted = Math.max(0, depthOf(history.state) + steps);
  isOvertaken = false;
  clearTimeout(stepping);
  stepping = setTimeout(() => (step = 0), STEP_MS);
  history.go(steps);
}

/** Makes the history as deep as there are overlays. */
function settle(): void {
  if (step !== 0) return settleSoon();
  const depth = depthOf(history.state);
  if (depth > open.length) {
    const wait = leavingUntil - performance.now();
    return wait > 0 ? settleSoon(wait) : go(open.length - depth);
  }
  for (let at = depth + 1; at <= open.length; at += 1) {
    page = keyOf(history.state);
    // The prototype's: the router has put its own in place of this one, and would load the page again.
    History.prototype.pushState.call(history, { ...history.state, [DEPTH]: at }, '');
  }
}

function settleSoon(wait = SETTLE_MS): void {
  clearTimeout(settling);
  settling = setTimeout(settle, wait);
}

function noteLeaving(): void {
  leavingUntil = performance.now() + LEAVING_MS;
}

function onPopState(event: PopStateEvent): void {
  const own = step;
  step = 0;
  const isSamePage = keyOf(event.state) === page;
  // Somebody navigated meanwhile, also to a place in the page: then one stands below where one was to be.
  if (own !== 0 && (isOvertaken || depthOf(event.state) > wanted)) {
    event.stopImmediatePropagation();
    return go(-own);
  }
  page = keyOf(event.state);
  // The router need not know: its page is still there.
  if (isSamePage && (own !== 0 || open.length > 0)) event.stopImmediatePropagation();
  const depth = isSamePage ? depthOf(event.state) : 0;
  if (own === 0) while (open.length > depth && !open.at(-1)?.isHeld) open.pop()?.close();
  if (replaced && isSamePage && depth === 0) {
    page = keyOf(replaced[0]);
    History.prototype.replaceState.apply(history, replaced);
  }
  if (!isSamePage || depth === 0) replaced = null;
  settleSoon();
}

/** A page that is left out of an overlay takes its entry; an address that replaces the page's is kept for the page's own entry. */
function followNavigations(): void {
  const { pushState, replaceState } = history;
  history.pushState = function push(...args) {
    isOvertaken ||= step !== 0;
    replaced = null;
    if (depthOf(history.state) > 0) History.prototype.replaceState.apply(history, args);
    else pushState.apply(history, args);
  };
  history.replaceState = function replace(...args) {
    const depth = depthOf(history.state);
    isOvertaken ||= step !== 0;
    if (depth === 0 || step !== 0) return replaceState.apply(history, args);
    const [state, ...rest] = args;
    replaced = args;
    replaceState.call(history, { ...(state as object), [DEPTH]: depth }, ...rest);
  };
}

/** From now on Back closes this overlay before it leads to another page. @returns to be called once it is closed */
export function closeByBack(overlay: Overlay): () => void {
  open.push(overlay);
  settleSoon();
  return () => {
    const at = open.indexOf(overlay);
    if (at !== -1) open.splice(at, 1);
    settleSoon();
  };
}

// Pages are rendered ahead where there is no window.
if (typeof window !== 'undefined') {
  page = keyOf(history.state);
  followNavigations();
  // Before the router's, which stands at the same place.
  addEventListener('popstate', onPopState, { capture: true });
  addEventListener('beforeunload', noteLeaving);
  historySteps.isUnderWay = () => step !== 0;
  historySteps.hold = noteLeaving;
  // It comes back from the browser's memory as it was left.
  addEventListener('pageshow', () => {
    leavingUntil = 0;
    settleSoon();
  });
  // A reload keeps the entries of overlays that were open.
  if (depthOf(history.state) > 0) settleSoon();
}
