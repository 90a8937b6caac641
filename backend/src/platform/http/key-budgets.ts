import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppError } from '../errors/index.js';
import type { Principal } from './access.js';
import { KeyCalls } from './key-calls.js';
import { RateLimiter, type Limit } from './rate-limiter.js';

/** How much a key may ask; bound in the composition root. */
export const KEY_LIMITS = Symbol('KEY_LIMITS');
export interface KeyLimits {
  requestsPerMinute: number;
  /** Of those, what spends or uploads. */
  commandsPerMinute: number;
}
export type KeyBudget = 'default' | 'commands';
const MINUTE_SECONDS = 60;

/** What each API key may ask, told with every answer as the draft of the IETF has it (draft-ietf-httpapi-ratelimit-headers). */
@Injectable()
export class KeyBudgets {
  private readonly budgets: Record<KeyBudget, Limit>;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly calls: KeyCalls,
    @Inject(KEY_LIMITS) { requestsPerMinute, commandsPerMinute }: KeyLimits,
  ) {
    this.budgets = {
      default: { name: 'key-default', points: requestsPerMinute, seconds: MINUTE_SECONDS },
      commands: { name: 'key-commands', points: commandsPerMinute, seconds: MINUTE_SECONDS },
    };
  }

  /**
   * Counts one call. While nothing can be counted, calls go on without headers: the budgets keep customers apart, credits are kept by the ledger.
   * @throws AppError `rate_limited`
   */
  async spend(budget: KeyBudget, key: Principal, response: Response): Promise<void> {
    if (budget === 'default') this.calls.noteCall(key.sessionId);
    const limit = this.budgets[budget];
    const usage = this.limiter.counts ? await this.limiter.count(limit, key.sessionId).catch(() => null) : null;
    if (!usage) return;
    append(response, 'RateLimit-Policy', `"${budget}";q=${limit.points};w=${limit.seconds}`);
    append(response, 'RateLimit', `"${budget}";r=${usage.remaining};t=${usage.resetSeconds}`);
    if (!usage.exceeded) return;
    this.calls.noteLimited(key.sessionId);
    throw new AppError('rate_limited', {
      detail: `the budget «${budget}» of this key is used up`,
      retryAfterSeconds: usage.resetSeconds,
    });
  }
}

/** One list in one line: a program that reads the header with `get` has it whole. */
function append(response: Response, name: string, item: string): void {
  const before = response.getHeader(name);
  response.setHeader(name, before ? `${String(before)}, ${item}` : item);
}
