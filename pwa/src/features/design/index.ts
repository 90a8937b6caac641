export { DesignScreen } from './design-screen';
export { DesignSkeleton } from './design-skeleton';
