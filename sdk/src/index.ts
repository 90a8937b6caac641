export { createClient, type Client, type ClientOptions } from './client.js';
export { BildnisError, type ErrorCode, type FieldError, type KnownErrorCode } from './errors.js';
export { errorCodes, liveEventNames, type LiveEvents } from './generated/events.js';
export type { Live, LiveEventName, LiveOptions } from './live.js';
export type { CallOptions, OperationId } from './operations.js';
export type { Schemas } from './schemas.js';
export type { FileUpload, PhotoUpload } from './uploads.js';
