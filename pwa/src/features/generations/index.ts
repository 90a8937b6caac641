export { FavouritesScreen } from './favourites-screen';
export { GenerationRow } from './generation-row';
export { GenerationScreen } from './generation-screen';
export { GenerationSkeleton } from './generation-skeleton';
export { GenerationsScreen } from './generations-screen';
export { GenerationsSkeleton } from './generations-skeleton';
export {
  loadFavourites,
  loadGeneration,
  loadGenerations,
  loadRecentGenerations,
  type Generation,
} from './generations-data';
export { readResultSearch } from './portrait-order';
export { useGenerationsRefresh } from './live-generation';
