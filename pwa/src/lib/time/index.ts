export { afterLast, QUIET_MS } from './after-last';
export { afterFirstScreen } from './after-first-screen';
export { useIsPast } from './use-is-past';
