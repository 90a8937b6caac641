export { Clock, DAY, HOUR, MINUTE, SECOND } from './clock.js';
