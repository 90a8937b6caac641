export { Sealing } from './sealing.js';
