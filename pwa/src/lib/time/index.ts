export { useIsPast } from './use-is-past';
