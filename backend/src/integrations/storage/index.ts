export { createStorage, hasStorage } from './create-storage.js';
export { isSafeKey, ObjectMissing, ObjectStorage, type ListedObject, type StoredObject } from './port.js';
export { StorageModule } from './storage.module.js';
