import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { build } from 'vite';

const sdk = resolve(import.meta.dirname, '../../sdk');
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Builds the page of a partner (sdk/examples/browser-page) and serves it on a port of its own. */
export async function servePartnerPage(folder: string): Promise<{ port: number; close(): void }> {
  await build({
    root: join(sdk, 'examples', 'browser-page'),
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@bildnis/sdk': sdk } },
    build: { outDir: folder, emptyOutDir: true },
  });
  const server = createServer((request, response) => {
    const file = join(folder, request.url === '/' ? 'index.html' : request.url!);
    if (existsSync(file))
      response
        .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
        .end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, ready));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
