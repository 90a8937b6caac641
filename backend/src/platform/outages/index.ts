export { Outage, servicesAway, timeToEnd } from './outage.js';
export { withDeadline } from './with-deadline.js';
