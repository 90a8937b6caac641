import { expect, test } from 'vitest';
import { delayAfter, GUESSING } from '../../src/sign-in/login/guessing-brake.service.js';
import { WaitingRoom } from '../../src/sign-in/login/waiting-room.js';

test('the delay begins after the free failures, doubles, and has an end', () => {
  expect([0, 1, 19, 20, 29, 30, 40, 50, 60, 69, 70, 1_000_000].map(delayAfter)).toEqual([
    0, 0, 0, 250, 250, 500, 1000, 2000, 4000, 4000, 5000, 5000,
  ]);
  expect(delayAfter(Number.MAX_SAFE_INTEGER)).toBe(GUESSING.longestDelayMs);
});

test('places are bounded for one account from one address, for one account, and for all; who leaves makes room', () => {
  const room = new WaitingRoom({ total: 4, perAccount: 3, perAccountAndAddress: 2 });
  const enter = (account: string, address: string) => room.enter(account, address, 5);
  const refused = expect.objectContaining({ code: 'rate_limited', options: { retryAfterSeconds: 5 } });
  const first = enter('anna', '1');
  enter('anna', '1');
  expect(() => enter('anna', '1')).toThrow(refused);
  const third = enter('anna', '2');
  expect(() => enter('anna', '3')).toThrow(refused);
  enter('petra', '1');
  expect(() => enter('petra', '2')).toThrow(refused);
  expect(room.waiting).toBe(4);
  first();
  enter('anna', '1');
  third();
  expect(room.waiting).toBe(3);
});
