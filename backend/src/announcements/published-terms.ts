import { facts } from '../facts/index.js';

/** Versions are year and month, so they sort as text. */
export const isPublished = (version: string): boolean => version <= facts.consents.terms;

/** Nobody is told of, or asked about, terms that the link does not show yet, or no longer. */
export const canBeRead = (version: string): boolean => version === facts.consents.terms;

/** Newer terms have taken its place. */
export const isReplaced = (version: string): boolean => version < facts.consents.terms;
