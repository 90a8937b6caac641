import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../src/config/index.js';
import { Sealing } from '../../src/platform/sealing/index.js';

const under = (mediaSecret: string) => new Sealing({ mediaSecret } as Config);
const ADDRESS = 'petra@example.ch';

describe('a fingerprint', () => {
  test('is the same for the same text, and tells texts, purposes and servers apart', () => {
    const print = under('one').fingerprint('debt', ADDRESS);
    expect(print).toMatch(/^[\w-]{43}$/);
    expect(under('one').fingerprint('debt', ADDRESS)).toBe(print);
    const others = [
      under('one').fingerprint('debt', 'paul@example.ch'),
      under('one').fingerprint('other', ADDRESS),
      under('two').fingerprint('debt', ADDRESS),
      createHash('sha256').update(ADDRESS).digest('base64url'),
    ];
    expect(others).not.toContain(print);
  });
});
