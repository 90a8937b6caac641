import { ServiceUnavailableException } from '@nestjs/common';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { describe, expect, test } from 'vitest';
import { loggedError } from '../../src/platform/logging/logged-error.js';
import { toAppError } from '../../src/platform/http/problem.filter.js';

describe('what a failure is called', () => {
  test.each([
    [
      new Error(
        'Reached the max retries per request limit (which is 20). Refer to "maxRetriesPerRequest" option for details.',
      ),
      'unavailable',
    ],
    [new Error('Connection is closed.'), 'unavailable'],
    [new ServiceUnavailableException(), 'unavailable'],
    [new Error('x is not a function'), 'internal'],
  ])('%s is %s', (thrown, code) => expect(toAppError(thrown).code).toBe(code));
});

describe('what of a failure is logged', () => {
  const detail = 'Key (email)=(petra@example.org) already exists.';
  const previous = Object.assign(
    new Error(`duplicate key value violates unique constraint "app_user_email_unique"\n - detail: ${detail}`),
    {
      detail,
      where: 'petra@example.org',
      query: `insert into app_user values ('petra@example.org')`,
      parameters: ['petra@example.org'],
      code: '23505',
      constraint: 'app_user_email_unique',
    },
  );

  test('of the database: its constraint and place, no values', () => {
    const logged = loggedError(new UniqueConstraintViolationException(previous));
    expect(JSON.stringify(logged)).not.toContain('petra');
    expect(logged).toMatchObject({
      name: 'UniqueConstraintViolationException',
      message: 'duplicate key value violates unique constraint "app_user_email_unique"',
      code: '23505',
      constraint: 'app_user_email_unique',
    });
    expect(logged.stack).toMatch(
      /^UniqueConstraintViolationException: duplicate key value[^\n]*\n {4}at .*problem-filter\.test/,
    );
  });

  test('nor values in the message itself, or in what caused it', () => {
    const syntax = Object.assign(new Error('invalid input syntax for type uuid: "Petra Muster"'), { code: '22P02' });
    const logged = loggedError(new Error('could not mail petra@example.org', { cause: syntax }));
    expect(JSON.stringify(logged)).not.toMatch(/petra/i);
    expect(logged).toMatchObject({
      message: 'could not mail …',
      cause: { message: 'invalid input syntax for type uuid: …', code: '22P02' },
    });
  });

  test('a thrown thing that is no error is named by its kind alone', () =>
    expect(loggedError('petra@example.org')).toEqual({ name: 'string', message: 'not an error' }));
});
