/** A page that nobody sees is not painted: what waits goes on after this time, in milliseconds. */
const UNSEEN_MS = 100;

/** Resolves once the browser has painted the answer to a press: what it sets off besides can wait for that. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    // The callbacks of a frame come before its painting, a timer of theirs after it.
    requestAnimationFrame(() => setTimeout(resolve, 0));
    setTimeout(resolve, UNSEEN_MS);
  });
