import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/clock/index.js';
import { CookieChoice } from './cookie-choice.entity.js';
import type { CookieChoiceBody } from './cookie-choices.schemas.js';

/** Proof of what visitors chose about cookies. Each choice is a row of its own, since nobody can be told apart. */
@Injectable()
export class CookieChoicesService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  record(choice: CookieChoiceBody): Promise<CookieChoice> {
    return this.em.transactional(async (em) => em.create(CookieChoice, { ...choice, createdAt: this.clock.now() }));
  }
}
