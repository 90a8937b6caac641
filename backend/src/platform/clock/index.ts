export { Clock, DAY, HOUR, MINUTE, SECOND } from './clock.js';
export { endOfZurichDay } from './zurich-day.js';
