import { Global, Module } from '@nestjs/common';
import { RETENTION_RULES } from '../platform/retention/index.js';
import { PLAIN_RULES } from './retention-rules.js';

/** Tells retention what each feature has promised. */
@Global()
@Module({ providers: [{ provide: RETENTION_RULES, useValue: PLAIN_RULES }], exports: [RETENTION_RULES] })
export class RetentionRulesModule {}
