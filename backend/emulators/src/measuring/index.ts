export { startMeasuring } from './start-measuring.js';
export type { Hit, Measuring, MeasuringOptions } from './start-measuring.js';
