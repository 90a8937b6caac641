export { checkBooks, checkInvariants, checkLedger, checkProvider } from './check-invariants.js';
