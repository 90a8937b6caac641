export { FavouriteStyle } from './favourite-style.entity.js';
export { Style, STYLE_CATEGORIES, STYLE_PURPOSES } from './style.entity.js';
export { seedOrder, STYLE_SEED } from './style-seed.js';
export { StyleView, viewStyle } from './style.view.js';
export { StylesModule } from './styles.module.js';
export { StylesService } from './styles.service.js';
export { styleNames } from './style-names.js';
