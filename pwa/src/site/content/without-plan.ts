/** The question about credits without a plan; asked only where some are sold. */
export const WITHOUT_PLAN = 'ohne-abo';
