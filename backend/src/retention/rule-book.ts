import { Inject, Injectable } from '@nestjs/common';
import { OwnedRules } from './owned-rules.service.js';
import { RETENTION_RULES, type RetentionRule } from '../platform/retention/index.js';
import { requireKnown, type Rule, type RuleName } from './rule.js';

/** Every promise that a task has to keep (docs/retention.md#promises). */
@Injectable()
export class RuleBook {
  readonly rules: readonly Rule[];

  constructor(owned: OwnedRules, @Inject(RETENTION_RULES) plain: readonly RetentionRule[]) {
    // Emails before deletions: who is told today is told before anything goes.
    this.rules = [...owned.all, ...requireKnown(plain)];
  }

  get(name: RuleName): Rule {
    const found = this.rules.find((rule) => rule.name === name);
    if (!found) throw new Error(`no rule ${name}`);
    return found;
  }
}
