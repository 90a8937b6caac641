export { isAnythingAway, Outage } from './outage.js';
export { withDeadline } from './with-deadline.js';
