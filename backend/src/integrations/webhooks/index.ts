export { POST_ERRORS, WebhookPoster, type PostError, type PostResult, type SignedMessage } from './port.js';
export { newSigningKey, secretOf, sign, type SignedHeaders } from './signature.js';
export { problemOf, type TargetProblem } from './targets.js';
export { WebhooksModule } from './webhooks.module.js';
