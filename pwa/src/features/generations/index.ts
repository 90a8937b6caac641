export { GenerationRow } from './generation-row';
export { GenerationScreen } from './generation-screen';
export { GenerationSkeleton } from './generation-skeleton';
export { loadGeneration, loadRecentGenerations, type Generation } from './generations-data';
export { useGenerationsRefresh } from './live-generation';
