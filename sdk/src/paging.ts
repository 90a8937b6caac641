/** A page of a list, and where the next one begins. */
interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

interface PageOptions {
  query?: { cursor?: string | undefined; limit?: number | undefined };
  signal?: AbortSignal;
}

/**
 * Goes through a whole list, page by page, fetching the next one when it is needed.
 *
 * @param list a method of a client whose answer has `items` and `nextCursor`
 * @param options what the method takes; `query.limit` is the size of a page (1 to 50), `query.cursor` where to begin
 * @throws BildnisError as the method does
 *
 * @example
 * for await (const run of eachItem(bildnis.listGenerations)) console.log(run.id, run.status);
 */
export async function* eachItem<T, O extends PageOptions>(
  list: (options?: O) => Promise<Page<T>>,
  options?: O,
): AsyncGenerator<T, void, undefined> {
  let cursor = options?.query?.cursor;
  do {
    const page = await list({ ...options, query: { ...options?.query, ...(cursor ? { cursor } : {}) } } as O);
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}
