export {
  AccountBlocked,
  AccountDeleted,
  DataExportExpired,
  DataExportRequested,
  DataExportSettled,
  EmailCodeRequested,
  EmailConfirmationRequested,
  PasswordResetRequested,
  SecurityChanged,
  type SecurityChange,
} from './accounts.events.js';
export { AccountsModule } from './accounts.module.js';
export { ApiKey } from './api-keys/api-key.entity.js';
export { AuthChallenge } from './challenges/auth-challenge.entity.js';
export { Consent } from './consents/consent.entity.js';
export { ConsentsService } from './consents/consents.service.js';
export { FaceDataRegistry, type FaceDataOwner } from './consents/face-data.js';
export { GoogleIdentity } from './google/google-identity.entity.js';
export {
  AccountDataPart,
  AccountDataRegistry,
  type Counts,
  type ExportOptions,
  type ExportPart,
} from './leaving/account-data.js';
export { AccountDeletion } from './leaving/account-deletion.entity.js';
export { AccountDeletionService } from './leaving/account-deletion.service.js';
export { BlockingService } from './leaving/blocking.service.js';
export { DataExport } from './leaving/data-export.entity.js';
export { DataExportsService } from './leaving/data-exports.service.js';
export { harmlessName, UniqueNames } from './leaving/file-names.js';
export { Passkey } from './passkeys/passkey.entity.js';
export { EmailCode } from './proof/email-code.entity.js';
export { EmailCodes } from './proof/email-codes.service.js';
export {
  DELETION_KINDS,
  DELETION_RULES,
  RECEIPT_MODELS,
  DeletionReceipt,
  type DeletionKind,
  type DeletionRule,
} from './receipts/deletion-receipt.entity.js';
export { DeletionReceipts, type Deletion, type ModelOnReceipt } from './receipts/deletion-receipts.service.js';
export { DataDeleted } from './receipts/receipts.events.js';
export { CurrentDevice, type Device } from './sessions/device.js';
export { Session } from './sessions/session.entity.js';
export { describeDevice } from './sessions/sessions.views.js';
export { SessionsService } from './sessions/sessions.service.js';
export { EmailToken } from './sign-in/email-token.entity.js';
export { EmailTokens } from './sign-in/email-tokens.js';
export { Registration } from './sign-in/registration.entity.js';
export { Email } from './sign-in/sign-in.schemas.js';
export { Authenticator } from './totp/authenticator.entity.js';
export { RecoveryCode } from './totp/recovery-code.entity.js';
export { AccountFacetRegistry } from './users/account-facets.js';
export { createFirstAdmin, FIRST_ADMIN_EMAIL } from './users/first-admin.js';
export { User } from './users/user.entity.js';
export { UsersService, type Addressee } from './users/users.service.js';
