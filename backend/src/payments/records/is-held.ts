import type { Payment } from './payment.entity.js';

/** Its credits wait for an admin's word, and its contract has not ended. */
export const isHeld = ({ creditsHeld, woundUpAt }: Payment): boolean => creditsHeld > 0 && !woundUpAt;

/** The same as a condition. */
export const HELD = { creditsHeld: { $gt: 0 }, woundUpAt: null };
