import { Injectable } from '@nestjs/common';
import { OwnedRules } from './owned-rules.service.js';
import { PLAIN_RULES } from './plain-rules.js';
import type { RetentionRule, RuleName } from './rule.js';

/** Every promise that a task has to keep (docs/retention.md#promises). */
@Injectable()
export class RuleBook {
  readonly rules: readonly RetentionRule[];

  constructor(owned: OwnedRules) {
    // Letters before deletions: who is told today is told before anything goes.
    this.rules = [...owned.all, ...PLAIN_RULES];
  }

  get(name: RuleName): RetentionRule {
    const found = this.rules.find((rule) => rule.name === name);
    if (!found) throw new Error(`no rule ${name}`);
    return found;
  }
}
