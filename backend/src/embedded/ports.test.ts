import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findFreePort } from './ports.js';

const RANGE = '/proc/sys/net/ipv4/ip_local_port_range';
const PORTS_OF = `
const { findFreePort } = await import(${JSON.stringify(new URL('../../build/embedded/ports.js', import.meta.url).href)});
const ports = [];
for (let left = 20; left > 0; left -= 1) ports.push(await findFreePort());
console.log(JSON.stringify(ports));`;

test('ports that are asked for at once differ, and none may be given to an outgoing connection meanwhile', async () => {
  const ports = await Promise.all(Array.from({ length: 6 }, findFreePort));
  expect(new Set(ports).size).toBe(6);
  const lowest = existsSync(RANGE) ? Number(readFileSync(RANGE, 'utf8').split(/\s/)[0]) : 32_768;
  // Where a system gives nearly all ports to outgoing connections, none is safe from them.
  if (lowest > 32_000) for (const port of ports) expect(port).toBeLessThan(lowest);
});

test('processes that start at once do not get the same, although none of them listens yet', async () => {
  const processes = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', PORTS_OF]),
  );
  const ports = (await Promise.all(processes)).flatMap(({ stdout }) => JSON.parse(stdout) as number[]);
  expect(new Set(ports).size).toBe(80);
});
