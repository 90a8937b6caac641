export { Clock, DAY, HOUR, MINUTE, SECOND, setTime, timeNow } from './clock.js';
export { endOfZurichDay } from './zurich-day.js';
