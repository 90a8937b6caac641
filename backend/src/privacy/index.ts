export { Consent } from './consents/consent.entity.js';
export { CONSENT_VERSION_LENGTH } from './consents/consent-version.js';
export { FACE_RECIPIENTS } from './consents/current-consents.js';
export { ConsentsService } from './consents/consents.service.js';
export { FaceDataRegistry, type FaceDataOwner } from './consents/face-data.js';
export { AccountDeletion } from './leaving/account-deletion.entity.js';
export { AccountDeletionService } from './leaving/account-deletion.service.js';
export { BlockingService } from './leaving/blocking.service.js';
export { DataExport } from './leaving/data-export.entity.js';
export { DataExportsService } from './leaving/data-exports.service.js';
export { UniqueNames, harmlessName } from './leaving/file-names.js';
export {
  AccountBlocked,
  AccountDeleted,
  DataExportExpired,
  DataExportRequested,
  DataExportNewsDue,
} from './privacy.events.js';
export { PrivacyModule } from './privacy.module.js';
export {
  DELETION_KINDS,
  DELETION_RULES,
  DeletionReceipt,
  RECEIPT_MODELS,
  type DeletionKind,
  type DeletionRule,
} from './receipts/deletion-receipt.entity.js';
export { DeletionReceipts, type Deletion, type ModelOnReceipt } from './receipts/deletion-receipts.service.js';
export { DataDeleted } from './receipts/receipts.events.js';
export { EXPORT_PLACE } from './leaving/export-place.js';
export { ExportFilesDiscarded } from './privacy.events.js';
export { EXPORT_TERMS, OLD_EXPORT_RULE, PROOF_RULES } from './privacy.retention.js';
export { countUnjournaled, markJournaled, restoreReceipt } from './receipts/journaled.js';
