export { ImageCheckScreen } from './image-check-screen';
