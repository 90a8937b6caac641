import { facts } from '../../facts/index.js';

/** «CHF 9.90» */
export const francs = (rappen: number): string => `${facts.currency} ${(rappen / 100).toFixed(2)}`;
