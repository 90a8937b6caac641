import { servicesAway } from '../../src/platform/outages/index.js';
import { until } from './until.js';

/** A machine that is busy for seconds loses connections: the product says so truthfully, and is well again some seconds later. */
export const allServicesThere = () =>
  until('every service to be there', () => ([...servicesAway().values()].includes(true) ? null : true));
