import { describe, expect, test } from 'vitest';
import {
  findChangedMigrations,
  migrationNames,
  migrationSource,
  nextMigrationStamp,
} from '../../bootstrap/migrations.mjs';

describe('a new migration', () => {
  test('is dated by the clock', () => {
    expect(nextMigrationStamp(['Migration20261129070002_names'], new Date('2027-01-02T03:04:05Z'))).toBe(
      '20270102030405',
    );
  });

  test('comes after the latest one, whatever the clock says', () => {
    expect(nextMigrationStamp(['Migration20261129070002_names'], new Date('2026-11-24T10:00:00Z'))).toBe(
      '20261129070003',
    );
  });

  test('is named by its class, which the database remembers', () => {
    expect(migrationSource('20270102030405')).toContain('class Migration20270102030405 extends Migration');
  });
});

describe('landed migrations', () => {
  const recorded = { first: 'a', second: 'b' };

  test('are left as they are', () => {
    expect(findChangedMigrations(recorded, { first: 'a', second: 'b' })).toEqual([]);
  });

  test.each([
    ['changed', { first: 'a', second: 'x' }, /^second: .*geändert/],
    ['taken away', { first: 'a' }, /^second: fehlt/],
    ['added without a checksum', { first: 'a', second: 'b', third: 'c' }, /^third: neu/],
  ])('are noticed when one is %s', (_, present, line) => {
    expect(findChangedMigrations(recorded, present as Record<string, string>)).toEqual([expect.stringMatching(line)]);
  });

  test('are found, oldest first', () => {
    expect(migrationNames()[0]).toBe('Migration20261121000000_foundation');
  });
});
