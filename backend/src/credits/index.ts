export { CreditAccount } from './credit-account.entity.js';
export { BalanceMoved } from './credits.domain-events.js';
export { CreditEntry, type CreditReason, type ReturnCause } from './credit-entry.entity.js';
export { CreditsModule } from './credits.module.js';
export { CreditsService, type CreditMovement } from './credits.service.js';
export { CreditEntryPage } from './credits.schemas.js';
export { viewCreditEntry } from './credits.views.js';
