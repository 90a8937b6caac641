import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, expect, test, vi } from 'vitest';
import { createClient, type Live } from '../src/index.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function server(): Promise<{ url: string; io: Server; tokens: unknown[] }> {
  const http = createServer();
  const io = new Server(http, { path: '/socket.io' });
  const tokens: unknown[] = [];
  io.on('connection', (socket) => {
    tokens.push(socket.handshake.auth['token']);
    socket.emit('ready', {});
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => io.close() });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, io, tokens };
}

const next = (live: Live, event: 'connected' | 'disconnected') =>
  new Promise<void>((resolve) => live.on(event, resolve));

test('comes back by itself after the server has closed the connection, with the token of the day', async () => {
  const { url, io, tokens } = await server();
  const client = createClient({ baseUrl: url, token: 'bs_old' });
  const live = client.live.connect();
  open.push(live);
  await next(live, 'connected');
  const gone = next(live, 'disconnected');
  client.setToken('bs_new');
  io.disconnectSockets(true);
  await gone;
  await next(live, 'connected');
  expect(tokens).toEqual(['bs_old', 'bs_new']);
});

test('once closed it stays away', async () => {
  const { url, io, tokens } = await server();
  const live = createClient({ baseUrl: url, apiKey: 'bk_key' }).live.connect();
  await next(live, 'connected');
  const gone = next(live, 'disconnected');
  io.disconnectSockets(true);
  await gone;
  live.close();
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect(tokens).toEqual(['bk_key']);
});

test('a page of another origin, which may not listen, does not knock', async () => {
  const { url, tokens } = await server();
  vi.stubGlobal('location', { origin: 'https://partner.example' });
  const elsewhere = createClient({ baseUrl: url, apiKey: 'bk_page' }).live.connect();
  vi.stubGlobal('location', { origin: url });
  const athome = createClient({ baseUrl: url, apiKey: 'bk_home' }).live.connect();
  vi.unstubAllGlobals();
  open.push(elsewhere, athome);
  await next(athome, 'connected');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([tokens, elsewhere.connected]).toEqual([['bk_home'], false]);
});
