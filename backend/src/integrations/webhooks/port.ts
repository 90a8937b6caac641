/** What came between a message and its endpoint. */
export const POST_ERRORS = ['address_not_public', 'name_not_found', 'connection_failed', 'tls_failed', 'timeout', 'redirect', 'refused'] as const;
export type PostError = (typeof POST_ERRORS)[number];

/** How one attempt ended: 2xx is success, everything else an error. */
export interface PostResult {
  /** The status of the answer; null where there was none. */
  status: number | null;
  error: PostError | null;
}

export abstract class WebhookPoster {
  /**
   * Posts once, and never on to where an answer leads. Of the answer nothing but its status is kept.
   * @throws the reason of `stop` when that was aborted
   */
  abstract post(url: string, headers: Readonly<Record<string, string>>, body: string, stop: AbortSignal): Promise<PostResult>;
}
