export {
  ageRule,
  at,
  isDue,
  isOver,
  RETENTION_RULES,
  yearEnd,
  type Batch,
  type RetentionRule,
  type RetentionTerms,
} from './rule.js';
