import type { IncomingHttpHeaders } from 'node:http';
import { serveBytes, type RunningServer, type WireAnswer } from './byte-server.js';

/** A request with its body read, and the means to answer it. */
export interface PageRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An answer of text (pages, JSON, style sheets) or an empty one. */
export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const largestBody = 1_000_000;

/** Serves pages and files on 127.0.0.1 alone, as `serveBytes`. @throws the listen error when the port is taken */
export function serveLoopback(
  port: number,
  answer: (request: PageRequest) => Promise<WireAnswer>,
): Promise<RunningServer> {
  return serveBytes(port, ({ body, ...request }) => answer({ ...request, body: body.toString('utf8') }), {
    largestBody,
  });
}
