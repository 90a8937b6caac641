export { api, onUnauthorized } from './client';
export { errorCode, errorText } from './errors';
export { newKey, useActKey } from './idempotency';
export { settle, type Loaded } from './loaded';
export { BildnisError, type ErrorCode, type Schemas } from '@bildnis/sdk';
