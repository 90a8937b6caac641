import { describe, expect, test } from 'vitest';
import type { CreditReason } from './credit-entry.entity.js';
import { isPaidCharge } from './paid-charges.js';

const line = (reason: CreditReason, delta: number, businessKey: string = crypto.randomUUID()) => ({
  reason,
  delta,
  businessKey,
});
const run = (id: string) => line('generation_charge', -10, `generation:${id}:charge`);
const back = (id: string) => line('generation_return', 10, `generation:${id}:return`);
const isPaid = (lines: ReturnType<typeof line>[], id: string) => isPaidCharge(lines, `generation:${id}:charge`);

describe('a charge is paid', () => {
  test.each<[string, ReturnType<typeof line>[], boolean]>([
    ['where a plan brought the credits', [line('plan_grant', 10), run('a')], true],
    ['where an upgrade or a pack did', [line('upgrade_grant', 4), line('pack_grant', 6), run('a')], true],
    ['not where they were a gift', [line('admin_adjustment', 10), run('a')], false],
    ['not where a part was', [line('plan_grant', 10), line('admin_adjustment', 5), run('a')], false],
    ['not before gifts are spent', [line('plan_grant', 100), line('admin_adjustment', 10), run('a'), run('b')], false],
    ['not where it was given back', [line('plan_grant', 10), run('a'), back('a')], false],
    ['not where there is none', [line('plan_grant', 10)], false],
  ])('%s', (_when, lines, expected) => expect(isPaid(lines, 'a')).toBe(expected));

  test('also after gifts were spent, came back with their run, and were spent again', () => {
    const lines = [line('plan_grant', 100), line('admin_adjustment', 10), run('a'), back('a'), run('b'), run('c')];
    expect([isPaid(lines, 'a'), isPaid(lines, 'b'), isPaid(lines, 'c')]).toEqual([false, false, true]);
  });

  test('not by what is left of gifts once the money has gone back', () => {
    const before = [line('plan_grant', 10), line('admin_adjustment', 10), line('refund_deduction', -15)];
    expect(isPaid([...before, line('plan_grant', 5), run('a')], 'a')).toBe(false);
    expect(isPaid([...before, line('plan_grant', 20), run('a'), run('b')], 'b')).toBe(true);
  });

  test('also where an admin took more than was given', () => {
    expect(isPaid([line('plan_grant', 30), line('admin_adjustment', -20), run('a')], 'a')).toBe(true);
  });
});
