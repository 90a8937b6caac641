/** How long after the first screen is there nothing is fetched that it does not need, in milliseconds. */
const AFTER = 1_000;

let waiting: Promise<void> | null = null;
let drawing: Promise<void> | null = null;

/** The app draws its first screen itself: on a slow device long after the document was loaded. */
export function waitForDrawing(drawn: Promise<void>): void {
  drawing = drawn;
}

/** Resolves once the first screen has had the network to itself. */
export function afterFirstScreen(): Promise<void> {
  waiting ??= new Promise((resolve) => {
    const wait = () => void Promise.resolve(drawing).then(() => setTimeout(resolve, AFTER));
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
  });
  return waiting;
}
