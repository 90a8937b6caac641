import { hashDistance } from '../photo-likeness.js';

/** How many of the 64 bits of two perceptual hashes may differ for the pictures to count as near-duplicates. */
const MAX_DISTANCE = 6;

export const nearDuplicate = (a: string, b: string): boolean => hashDistance(a, b) <= MAX_DISTANCE;
