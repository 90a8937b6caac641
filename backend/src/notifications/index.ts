export { Mail } from './mail.entity.js';
