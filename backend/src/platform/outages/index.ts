export { isAnythingAway, Outage, servicesAway } from './outage.js';
export { withDeadline } from './with-deadline.js';
