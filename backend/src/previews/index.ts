export { PreviewSet } from './preview-set.entity.js';
export { PREVIEW_PLACE } from './previews.places.js';
export { PreviewsApiModule, PreviewsModule } from './previews.module.js';
export { PREVIEW_TABLES_LEFT_OUT } from './previews.backups.js';
