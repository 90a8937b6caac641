export { ObjectMissing, ObjectStorage, type StoredObject } from './port.js';
export { StorageModule } from './storage.module.js';
