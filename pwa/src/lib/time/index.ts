export { afterFirstScreen, waitForDrawing } from './after-first-screen';
export { useIsPast } from './use-is-past';
