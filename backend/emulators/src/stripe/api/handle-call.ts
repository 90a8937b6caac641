import { findRoute } from '../../api/find-route.js';
import { isSameSecret } from '../../api/same-secret.js';
import type { PageAnswer, PageRequest } from '../../pages/loopback-server.js';
import { calls } from '../calls/index.js';
import { newPartId } from '../state/ids.js';
import { apiVersion, type World } from '../state/world.js';
import { renderAnswer } from './answers.js';
import { decodeForm, type FormObject } from './form.js';
import { keyedRequest, recall, remember } from './idempotency.js';
import { StripeRefusal } from './refusal.js';

/** Answers one call of Stripe's API. Everything it does to the world it does before it returns. */
export function handleCall(world: World, secretKey: string, request: PageRequest): PageAnswer {
  const requestId = newPartId('request');
  const headers: Record<string, string> = { 'request-id': requestId, 'stripe-version': apiVersion };
  const key = headerText(request.headers['idempotency-key']);
  try {
    authenticate(request.headers.authorization, secretKey);
    checkVersion(headerText(request.headers['stripe-version']));
    const found = findRoute(calls, request.method, request.url.pathname);
    if (!found) {
      throw new StripeRefusal(
        404,
        'invalid_request_error',
        null,
        `Unrecognized request URL (${request.method}: ${request.url.pathname}).`,
      );
    }
    const keyed =
      key && request.method === 'POST' ? keyedRequest(key, request.method, request.url.pathname, request.body) : null;
    if (keyed) headers['idempotency-key'] = keyed.key;
    const stored = keyed && recall(world.state, keyed, Date.now());
    if (stored) {
      return {
        status: stored.status,
        headers: { ...headers, 'idempotent-replayed': 'true', 'original-request': stored.requestId },
        body: stored.body,
      };
    }
    world.cause = { id: requestId, idempotency_key: key };
    const answer = found.route.answer(world, found.ids, parametersOf(request));
    const body = JSON.stringify(renderAnswer(world, answer.object, answer.expand), null, 2);
    if (keyed) remember(world.state, keyed, { at: Date.now(), requestId, status: 200, body });
    return { status: 200, headers, body };
  } catch (error) {
    return { ...refusalAnswer(error), headers };
  } finally {
    world.cause = null;
  }
}

function headerText(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function refusalAnswer(error: unknown): { status: number; body: string } {
  const refusal =
    error instanceof StripeRefusal
      ? error
      : new StripeRefusal(
          500,
          'api_error',
          null,
          `The emulator failed: ${error instanceof Error ? error.message : String(error)}`,
        );
  return { status: refusal.status, body: JSON.stringify(refusal.body(), null, 2) };
}

/** Refuses everybody without the secret key, as bearer token or as user name. */
export function authenticate(header: string | undefined, secretKey: string): void {
  const [scheme = '', value = ''] = (header ?? '').split(' ');
  let given = '';
  if (/^bearer$/i.test(scheme)) given = value;
  else if (/^basic$/i.test(scheme)) given = Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';
  if (!given) {
    throw new StripeRefusal(
      401,
      'invalid_request_error',
      null,
      'You did not provide an API key. You need to provide your API key in the Authorization header.',
    );
  }
  if (!isSameSecret(given, secretKey)) {
    throw new StripeRefusal(
      401,
      'invalid_request_error',
      'api_key_invalid',
      `Invalid API Key provided: ${given.slice(0, 8)}****`,
    );
  }
}

function checkVersion(version: string | null): void {
  if (version !== null && version !== apiVersion) {
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      null,
      `Invalid Stripe API version: ${version}. This emulator speaks ${apiVersion}.`,
    );
  }
}

/** Reading calls carry their parameters in the query, writing calls in the body. */
function parametersOf(request: PageRequest): FormObject {
  const query = request.url.search.slice(1);
  const type = headerText(request.headers['content-type']);
  if (request.body && type && !type.startsWith('application/x-www-form-urlencoded')) {
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      null,
      `Invalid request: content type ${type} is not application/x-www-form-urlencoded.`,
    );
  }
  return decodeForm([query, request.body].filter(Boolean).join('&'));
}
