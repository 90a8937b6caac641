export { HomeScreen, type HomeData } from './home-screen';
