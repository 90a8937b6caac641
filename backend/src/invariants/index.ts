export { checkBooks, checkInvariants, checkProvider } from './check-invariants.js';
export { checkPortraits } from './portraits.js';
