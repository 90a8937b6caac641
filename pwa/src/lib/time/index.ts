export { afterFirstScreen } from './after-first-screen';
export { useIsPast } from './use-is-past';
