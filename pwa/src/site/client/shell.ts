import { startCookies } from './cookies';

startCookies();
