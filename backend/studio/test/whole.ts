/** `npm run quality` judges everything; `npm test` a sample that breaks with the same rules. */
export const isWhole = process.env.BILDNIS_QUALITY === 'whole';

/** All of them in `npm run quality`, the few in `npm test`. */
export const wholeOr = <T>(all: readonly T[], few: readonly T[]): readonly T[] => (isWhole ? all : few);
