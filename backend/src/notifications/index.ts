export { NotificationsWorkerModule } from './notifications.module.js';
