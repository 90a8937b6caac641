export { Clock, DAY, HOUR, MINUTE, SECOND, setTime, timeNow } from './clock.js';
export { endOfZurichDay, zurichMonth } from './zurich-day.js';
