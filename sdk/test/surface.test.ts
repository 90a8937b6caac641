import { expect, expectTypeOf, test } from 'vitest';
import * as admin from '../src/admin.js';
import { adminTable } from '../src/generated/admin-operations.js';
import * as main from '../src/index.js';
import * as node from '../src/node.js';
import * as facts from '../src/generated/facts.js';
import { operationTable } from '../src/generated/operations.js';
import type { Client, ClientOptions, Schemas, WaitOptions } from '../src/index.js';

// What partners build on: a change here is a change for them, and belongs into CHANGELOG.md.

test('these are the names, and no others', () => {
  expect(Object.keys(main).toSorted()).toEqual([
    'AbortedError',
    'AuthenticationError',
    'BildnisError',
    'ConflictError',
    'ConnectionError',
    'CreditsError',
    'InvalidRequestError',
    'NotFoundError',
    'PermissionError',
    'RateLimitError',
    'ServerError',
    'createClient',
    'eachItem',
    'errorCodes',
    'liveEventNames',
    'uploadPhotos',
    'waitForGeneration',
    'waitForProfile',
  ]);
  expect(Object.keys(node).toSorted()).toEqual(['fromPath', 'savePortraits']);
  expect(Object.keys(facts)).toEqual(['facts']);
});

test('a client has one method per operation, and what sends and hears', () => {
  const client = main.createClient({ baseUrl: 'http://localhost' });
  const operations = Object.values(operationTable)
    .flatMap((paths) => Object.keys(paths))
    .filter((id) => !['uploadPhoto', 'checkImage', 'compareMisusedPicture', 'uploadExampleBefore'].includes(id));
  expect(Object.keys(client).toSorted()).toEqual([...operations, 'download', 'live', 'setToken', 'uploads'].toSorted());
  expect(Object.keys(client.uploads)).toEqual(['photo', 'imageCheck', 'misusePicture', 'exampleBefore']);
});

test('what admins do is an entry of its own, and what providers call is in none', () => {
  const client = main.createClient({ baseUrl: 'http://localhost' });
  expect(Object.keys(admin)).toEqual(['createAdmin']);
  const ofAdmins = admin.createAdmin(client);
  expect(Object.keys(ofAdmins).toSorted()).toEqual(
    [
      ...Object.values(adminTable)
        .flatMap((paths) => Object.keys(paths))
        .filter((id) => id !== 'uploadExamplePicture'),
      'uploads',
    ].toSorted(),
  );
  for (const id of ['blockUser', 'adjustCredits', 'receiveStripeEvent', 'getEngineInput'])
    expect(client).not.toHaveProperty(id);
  expect(ofAdmins).not.toHaveProperty('receiveStripeEvent');
  expect(() => admin.createAdmin({} as Client)).toThrow(TypeError);
});

test('their types are these', () => {
  expectTypeOf(main.createClient).toEqualTypeOf<(options: ClientOptions) => Client>();
  expectTypeOf<ClientOptions>().toEqualTypeOf<{
    baseUrl: string;
    token?: string | null;
    apiKey?: string | null;
    fetch?: typeof globalThis.fetch;
    maxRetries?: number;
    retries?: number;
    timeout?: number;
    headers?: Record<string, string>;
    onDeprecation?: (deprecation: main.Deprecation) => void;
    onUnauthorized?: () => void;
  }>();
  expectTypeOf(main.waitForProfile).toEqualTypeOf<
    (client: Client, id: string, options?: WaitOptions<Schemas['AiProfile']>) => Promise<Schemas['AiProfile']>
  >();
  expectTypeOf(main.waitForGeneration).toEqualTypeOf<
    (client: Client, id: string, options?: WaitOptions<Schemas['Generation']>) => Promise<Schemas['Generation']>
  >();
  expectTypeOf(main.uploadPhotos).returns.resolves.toEqualTypeOf<Schemas['PhotoVerdict'][]>();
  expectTypeOf(node.fromPath).toEqualTypeOf<(path: string) => Promise<Blob>>();
  expectTypeOf(node.savePortraits).returns.resolves.toEqualTypeOf<string[]>();
  expectTypeOf<main.BildnisError>().toExtend<
    Error & {
      code: string;
      status: number;
      detail: string | null;
      fields: main.FieldError[];
      requestId: string | null;
      retryAfterSeconds: number | null;
      call: main.FailedCall | null;
    }
  >();
});

test('codes of errors are known by name, and open-ended', () => {
  expectTypeOf<'insufficient_credits' | 'network' | 'work_failed'>().toExtend<main.ErrorCode>();
  expectTypeOf<'a_code_of_tomorrow'>().toExtend<main.ErrorCode>();
  expectTypeOf<'a_code_of_tomorrow'>().not.toExtend<main.KnownErrorCode>();
});

test('lists give their items, calls what they answer', () => {
  const client = main.createClient({ baseUrl: 'http://localhost' });
  expectTypeOf(main.eachItem(client.listGenerations)).toExtend<
    AsyncIterable<Schemas['GenerationPage']['items'][number]>
  >();
  expectTypeOf(client.listGenerations()).toExtend<AsyncIterable<Schemas['GenerationPage']['items'][number]>>();
  expectTypeOf(client.listStyles()).toExtend<AsyncIterable<Schemas['StyleList']['items'][number]>>();
  expectTypeOf(client.getMe().withResponse).returns.resolves.toHaveProperty('data').toEqualTypeOf<Schemas['Me']>();
  expectTypeOf(client.getMe()).not.toExtend<AsyncIterable<unknown>>();
  expectTypeOf(client.createGeneration).parameter(0).toHaveProperty('idempotencyKey').toEqualTypeOf<string>();
  expectTypeOf<Parameters<Client['updateAiProfile']>[0]['path']>().toEqualTypeOf<{ id: string }>();
  // @ts-expect-error a run without a key does not compile
  void (() => client.createGeneration({ body: { profileId: 'p', styleId: 's' } }));
  // @ts-expect-error nor does a path without its id
  void (() => client.getGeneration({}));
  // @ts-expect-error nor a list that has no pages
  void (() => main.eachItem(client.listStyles));
});
