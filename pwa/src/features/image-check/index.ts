export { ImageCheckScreen } from './image-check-screen';
export { ImageCheckSkeleton } from './image-check-skeleton';
