import { expect, it } from 'vitest';
import { versionFileName } from './version-file-name';

it('a version is saved as what its file is', () => {
  const version = { number: 2, format: 'square' } as const;
  expect(versionFileName(1, { ...version, background: { kind: 'none' } })).toBe('portrait-1-square-v2.png');
  for (const background of [null, { kind: 'colour', colour: '#ffffff' } as const])
    expect(versionFileName(1, { ...version, background })).toBe('portrait-1-square-v2.jpg');
});
