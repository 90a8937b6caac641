/** Locks and channels between tabs have names, too, but keep nothing. */
const KEEPS_NOTHING = /(?:withLock|new BroadcastChannel)\(\s*$/;

/** Under which names a source has a browser keep something, that of the database included; of names that are put together, how they begin. */
export const namesKept = (source: string): string[] =>
  [...source.matchAll(/['`](bildnis[.-][\w.-]*\w)|const NAME = '(bildnis)'/g)]
    .filter(({ index }) => !KEEPS_NOTHING.test(source.slice(0, index)))
    .map(([, name, database]) => name ?? database!);

/** Which of them the page about cookies has lines for: the marks at their ends. */
export const namesTold = (page: string): string[] =>
  [...page.matchAll(/<!-- kept: ([^>]*?) -->/g)].flatMap(([, names]) => names!.split(', '));
