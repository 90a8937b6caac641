export { api, keptAnswers, onUnauthorized } from './client';
export { errorCode, errorText, isUncertain, isUnreached } from './errors';
export { newKey, useActKey } from './idempotency';
export { settle, type Loaded } from './loaded';
export { isOnline, onReturn, useIsOnline } from './reach';
export { BildnisError, type ErrorCode, type Schemas } from '@bildnis/sdk';
