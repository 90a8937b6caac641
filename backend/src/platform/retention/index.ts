export {
  ageRule,
  at,
  mayBeOver,
  isDue,
  isOver,
  isOverFor,
  RETENTION_RULES,
  yearEnd,
  type Batch,
  type RetentionRule,
  type RetentionTerms,
} from './rule.js';
