export { readStylesSearch } from './styles-search';
export { loadStyle, loadStylesWithProfiles, type Style } from './styles-data';
export { StyleGrid } from './style-grid';
export { StylePreview } from './style-tiles';
export { StyleScreen } from './style-screen';
export { StyleSkeleton } from './style-skeleton';
export { StylesScreen } from './styles-screen';
export { StylesSkeleton } from './styles-skeleton';
