import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findFreePort } from './ports.js';

const RANGE = '/proc/sys/net/ipv4/ip_local_port_range';

test('ports that are asked for at once differ, and none may be given to an outgoing connection meanwhile', async () => {
  const ports = await Promise.all(Array.from({ length: 6 }, findFreePort));
  // Two of six are the same once in a thousand times: asked again, about once in a million.
  const again = await Promise.all(Array.from({ length: 6 }, findFreePort));
  expect(Math.max(new Set(ports).size, new Set(again).size)).toBe(6);
  const lowest = existsSync(RANGE) ? Number(readFileSync(RANGE, 'utf8').split(/\s/)[0]) : 32_768;
  // Where a system gives nearly all ports to outgoing connections, none is safe from them.
  if (lowest > 32_000) for (const port of [...ports, ...again]) expect(port).toBeLessThan(lowest);
});
