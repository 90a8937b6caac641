export { Installation } from './installation.entity.js';
export { InstallationModule } from './installation.module.js';
export { INSTALLATION_PLACE } from './installation.places.js';
