export { loggingModule, truncateAddress } from './logging.module.js';
