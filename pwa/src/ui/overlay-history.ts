/** What lies over the page and goes by Back: each open overlay has one history entry above that of its page. */
interface Overlay {
  close(): void;
  /** It must stay: something is being sent, or is shown only once. */
  isHeld: boolean;
}

const DEPTH = 'overlays';
/** A dialog that leads to another, or to another page, is one step; what is asked of the history in between would overtake it. */
const SETTLE_MS = 50;

const open: Overlay[] = [];
/** The router's key of the page that the overlays lie over. */
let page: unknown;
let isOwnStep = false;
let settling: ReturnType<typeof setTimeout> | undefined;

function valueOf(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined;
}

function keyOf(state: unknown): unknown {
  return valueOf(state, '__TSR_key');
}

const depthOf = (state: unknown): number => Number(valueOf(state, DEPTH) ?? 0);

/** Makes the history as deep as there are overlays. */
function settle(): void {
  const depth = depthOf(history.state);
  if (depth > open.length) {
    isOwnStep = true;
    history.go(open.length - depth);
  }
  for (let at = depth + 1; at <= open.length; at += 1) {
    page = keyOf(history.state);
    // The prototype's: the router has put its own in place of this one, and would load the page again.
    History.prototype.pushState.call(history, { ...history.state, [DEPTH]: at }, '');
  }
}

function settleSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(settle, SETTLE_MS);
}

function onPopState(event: PopStateEvent): void {
  const isOwn = isOwnStep;
  isOwnStep = false;
  const isSamePage = keyOf(event.state) === page;
  page = keyOf(event.state);
  // The router need not know: its page is still there.
  if (isSamePage && (isOwn || open.length > 0)) event.stopImmediatePropagation();
  if (!isOwn) {
    const depth = isSamePage ? depthOf(event.state) : 0;
    while (open.length > depth && !open.at(-1)?.isHeld) open.pop()?.close();
  }
  settleSoon();
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
  // Before the router's, which stands at the same place.
  addEventListener('popstate', onPopState, { capture: true });
  // A reload keeps the entries of overlays that were open.
  if (depthOf(history.state) > 0) settleSoon();
}
