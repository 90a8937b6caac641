/** How long after the page is there nothing is fetched that the first screen does not need, in milliseconds. */
const AFTER = 1_000;

let waiting: Promise<void> | null = null;

/** Resolves once the first screen has had the network to itself. */
export function afterFirstScreen(): Promise<void> {
  waiting ??= new Promise((resolve) => {
    const wait = () => setTimeout(resolve, AFTER);
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
  });
  return waiting;
}
