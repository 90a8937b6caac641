export { Installation } from './installation.entity.js';
export { InstallationApiModule, InstallationModule, InstallationWorkerModule } from './installation.module.js';
export { INSTALLATION_PLACE } from './installation.places.js';
