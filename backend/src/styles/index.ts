export { Style } from './style.entity.js';
export { StyleView, viewStyle } from './style.view.js';
export { StylesModule } from './styles.module.js';
export { StylesService } from './styles.service.js';
