export { DeclarationClosed, DeclarationDue, DeclarationReceived, HeldOrderDecided } from './contracts.events.js';
export { ContractsModule } from './contracts.module.js';
export { DeclarationEmails } from './declarations/declaration-emails.service.js';
export { DeclarationReviewService, type Contract } from './declarations/declaration-review.service.js';
export {
  DECLARATION_KINDS,
  DECLARATION_MANNERS,
  Declaration,
  REVIEW_REASONS,
} from './declarations/declaration.entity.js';
export { HeldPaymentsService } from './held-payments/held-payments.service.js';
export { WithdrawalsService } from './withdrawals/withdrawals.service.js';
export { DECLARATION_RULE, newestDeclaration } from './contracts.retention.js';
export { declarationFigures, declarationNames, findDeclaration } from './declarations/declarations.figures.js';
export { pageInReview } from './declarations/declarations.lists.js';
export { disownDeclarations } from './declarations/disown-declarations.js';
