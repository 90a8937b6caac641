export { LoadMore } from './load-more';
export { PagedRows } from './paged-rows';
export { useNext, type Page } from './use-next';
export { usePages } from './use-pages';
