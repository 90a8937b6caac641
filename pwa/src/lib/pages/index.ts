export { LoadMore } from './load-more';
export { useNext, type Page } from './use-next';
export { usePages } from './use-pages';
