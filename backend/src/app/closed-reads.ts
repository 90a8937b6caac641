/** What ioredis says to reads whose connection is closed, at once or after a silence. */
const CLOSED = /^(?:Connection is closed\.|Socket timeout\.)/;

/**
 * Bull leaves reads that ioredis sent again after an outage without anybody to answer to; closing the connection then rejects into nothing.
 * While a process stops that is no failure.
 */
export const isClosedRead = (reason: unknown): boolean =>
  CLOSED.test((reason as { message?: string } | null)?.message ?? '');
