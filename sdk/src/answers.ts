/** How much of a budget of the key is left. */
export interface RateLimit {
  /** Its name, as `RateLimit-Policy` has it. */
  name: string;
  remaining: number;
  /** Seconds until it is whole again. */
  resetSeconds: number;
}

/** An answer with what stood around it. */
export interface Answer<T> {
  data: T;
  /** Status and headers; its body has been read. */
  response: Response;
  /** Tell us this when you ask for help. */
  requestId: string | null;
  /** What the server said of the budgets of the key. */
  rateLimits: RateLimit[];
}

/** What a call returns: await it for what the server answers, or ask for more. A list can be gone through as it is, over all its pages. */
export type CallPromise<T> = Promise<T> & {
  /** The answer with its status, headers, request id and what is left of the budgets. @throws BildnisError as the call does */
  withResponse(): Promise<Answer<T>>;
} & (T extends { items: readonly (infer Item)[] } ? AsyncIterable<Item> : unknown);

export function answerOf<T>(data: T, response: Response): Answer<T> {
  return {
    data,
    response,
    requestId: response.headers.get('x-request-id'),
    rateLimits: readRateLimits(response.headers.get('ratelimit') ?? ''),
  };
}

/** `"calls";r=12;t=34, "commands";r=1;t=34` (draft-ietf-httpapi-ratelimit-headers) */
const readRateLimits = (header: string): RateLimit[] =>
  [...header.matchAll(/"([^"]+)";r=(\d+);t=(\d+)/g)].map(([, name, remaining, reset]) => ({
    name: name!,
    remaining: Number(remaining),
    resetSeconds: Number(reset),
  }));

/** A list, or a page of one. */
interface Items {
  items: readonly unknown[];
  nextCursor?: string | null;
}

/** @param next asks for the page that a cursor leads to */
export function promiseOf<T>(answer: Promise<Answer<T>>, next: (cursor: string) => Promise<unknown>): CallPromise<T> {
  const data = answer.then((whole) => whole.data);
  const more = {
    withResponse() {
      data.catch(() => undefined); // told by the answer
      return answer;
    },
    async *[Symbol.asyncIterator]() {
      for (let page = (await data) as Items | null; page;) {
        if (!Array.isArray(page.items)) throw new TypeError('this call answers with no list');
        yield* page.items;
        page = page.nextCursor ? ((await next(page.nextCursor)) as Items) : null;
      }
    },
  };
  return Object.assign(data, more) as unknown as CallPromise<T>;
}
