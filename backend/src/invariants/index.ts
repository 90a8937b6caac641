export { checkBooks, checkInvariants, checkProvider } from './check-invariants.js';
