/** What came between a message and its endpoint. */
export const POST_ERRORS = [
  'address_not_public',
  'name_not_found',
  'connection_failed',
  'tls_failed',
  'timeout',
  'redirect',
  'refused',
] as const;
export type PostError = (typeof POST_ERRORS)[number];

/** How one attempt ended: 2xx is success, everything else an error. */
export interface PostResult {
  /** The status of the answer; null where there was none. */
  status: number | null;
  error: PostError | null;
}

export interface SignedMessage {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export abstract class WebhookPoster {
  /**
   * Posts once, and never on to where an answer leads. Of the answer nothing but its status is kept.
   * @param timeoutMs for everything: finding the addresses, connecting, the answer
   * @throws the reason of `stop` when that was aborted
   */
  abstract post(message: SignedMessage, timeoutMs: number, stop: AbortSignal): Promise<PostResult>;
}
