export { Installation } from './installation.entity.js';
export { assertSameInstallation } from './first-mode.js';
export { InstallationApiModule, InstallationWorkerModule } from './installation.module.js';
export { INSTALLATION_PLACE } from './installation.places.js';
