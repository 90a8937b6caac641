export const BULL_QUEUES = Symbol('BULL_QUEUES');
