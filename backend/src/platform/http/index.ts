export { HttpModule } from './http.module.js';
export { refuseLargeBodies } from './body-limit.middleware.js';
export {
  Access,
  apiKeyOf,
  ACCESS_KEY,
  CurrentUser,
  MaybeUser,
  PrincipalResolver,
  PROOF_LIFETIME_MS,
  type AccessLevel,
  type AccessRule,
  type Principal,
} from './access.js';
export { AccessGuard } from './access.guard.js';
export { answerPreflights, isForeign, isOwnLoopback, letPagesRead, type OwnOrigins } from './cross-origin.js';
export { admitKeys } from './key-calls.middleware.js';
export { KeyCalls, type CountedCalls } from './key-calls.js';
export { KEY_LIMITS, KeyBudgets, type KeyLimits } from './key-budgets.js';
export {
  clearOwnCookie,
  cookieName,
  ownCookieOf,
  SESSION_COOKIE,
  setOwnCookie,
  type CookieResponse,
} from './cookies.js';
export { DeprecationGuard } from './deprecation.guard.js';
export { type Deprecation } from './deprecation.js';
export { displayText, displayTextInLines, withoutLinks } from './display-text.js';
export { IdempotencyKey } from './idempotency-key.js';
export { Operation } from './operation.js';
export { refuseForeignOrigins } from './origin.middleware.js';
export { PageQuery } from '../database/pagination.js';
export { Problem } from './problem.js';
export { ProblemFilter } from './problem.filter.js';
export { networkOf, RateLimiter, type Limit } from './rate-limiter.js';
export { assignRequestId } from './request-id.middleware.js';
export { sendObject } from './send-object.js';
export { LINK_LIFETIME_MS, SignedLinks } from './signed-links.js';
export { validationPipe } from './validation.pipe.js';
export { EntityId, MediaQuery } from './parameters.js';
export { receiveFile, type Upload } from './upload.js';
export { LEAST_RATE, PublicUploadIntake, UploadIntake } from './upload-intake.js';
export { API_KEY_PREFIX, SCOPES, type Scope } from './scopes.js';
