export type { Answer, CallPromise, RateLimit } from './answers.js';
export { createClient, type Client, type ClientOptions } from './client.js';
export type { Deprecation } from './deprecations.js';
export {
  AbortedError,
  AuthenticationError,
  BildnisError,
  ConflictError,
  ConnectionError,
  CreditsError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  type ErrorCode,
  type FailedCall,
  type FieldError,
  type KnownErrorCode,
  type LocalErrorCode,
} from './errors.js';
export { errorCodes, liveEventNames, type LiveEvents } from './generated/live-events.js';
export type { Live, LiveEventName, LiveOptions } from './live.js';
export type { CallOptions, CallSettings, OperationId } from './operations.js';
export { eachItem } from './paging.js';
export type { Schemas } from './schemas.js';
export type { PictureSource } from './sources.js';
export { uploadPhotos, type FileUpload, type PhotosUpload, type PhotoUpload } from './uploads.js';
export { waitForGeneration, waitForProfile, type WaitOptions } from './waiting.js';
