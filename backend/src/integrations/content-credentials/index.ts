export { ContentCredentialsModule } from './content-credentials.module.js';
export { ContentCredentials } from './port.js';
