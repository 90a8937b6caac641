import { AccountDeletion, Consent, DataExport, DeletionReceipt } from '../privacy/index.js';
import { ApiKey, ApiKeyUsage, Session, User } from '../identity/index.js';
import {
  AuthChallenge,
  Authenticator,
  EmailCode,
  EmailToken,
  GoogleIdentity,
  Passkey,
  RecoveryCode,
  Registration,
} from '../sign-in/index.js';
import { AuditEntry } from '../admin/index.js';
import { Announcement, AnnouncementReceipt } from '../announcements/index.js';
import { AiProfile, ReferencePhoto, TrainedModel } from '../ai-profiles/index.js';
import {
  AddressDebt,
  BillingCustomer,
  ContractText,
  Order,
  Payment,
  PaymentEvent,
  PriceChange,
  PriceNotice,
  Refund,
  Subscription,
} from '../payments/index.js';
import { CreditPack, Plan, PlanPrice } from '../catalogue/index.js';
import { Declaration } from '../contracts/index.js';
import { CreditAccount, CreditEntry } from '../credits/index.js';
import { EngineRun } from '../engine-runs/index.js';
import {
  FreeRepeat,
  Generation,
  PlannedRun,
  Portrait,
  PortraitFingerprint,
  PortraitLayers,
  PortraitVersion,
  PortraitReminder,
  ShownRun,
} from '../generations/index.js';
import { Example, ExamplePicture, ExampleSetting } from '../examples/index.js';
import { Judgement } from '../judgements/index.js';
import { PublishedLink, Vote, VoteBallot, VoteChoice } from '../published-links/index.js';
import { MisuseReport, MisuseReportRun } from '../misuse/index.js';
import { EmailRecord, PushSubscription } from '../notifications/index.js';
import { WebhookDelivery, WebhookEndpoint } from '../partners/index.js';
import { PreviewSet } from '../previews/index.js';
import { IdempotencyRecord } from '../platform/database/index.js';
import { Job } from '../platform/queue/index.js';
import { Installation } from '../installation/index.js';
import { Backup } from '../backups/index.js';
import { RetentionTask } from '../retention/index.js';
import { CookieChoice } from '../site/index.js';
import { FavouriteStyle, Style } from '../styles/index.js';

/** Every table of the product, listed by hand so that nothing depends on scanning folders. */
export const ENTITIES = [
  User,
  Registration,
  Session,
  EmailToken,
  EmailCode,
  AuthChallenge,
  GoogleIdentity,
  Passkey,
  Authenticator,
  RecoveryCode,
  ApiKey,
  ApiKeyUsage,
  Consent,
  DataExport,
  AccountDeletion,
  DeletionReceipt,
  CreditAccount,
  CreditEntry,
  Plan,
  PlanPrice,
  CreditPack,
  ContractText,
  Order,
  Subscription,
  BillingCustomer,
  Payment,
  PriceChange,
  PriceNotice,
  Refund,
  Declaration,
  PaymentEvent,
  AddressDebt,
  Style,
  FavouriteStyle,
  AiProfile,
  ReferencePhoto,
  TrainedModel,
  PreviewSet,
  EngineRun,
  Generation,
  Portrait,
  PortraitFingerprint,
  PortraitLayers,
  PortraitVersion,
  PlannedRun,
  FreeRepeat,
  ShownRun,
  Example,
  ExamplePicture,
  ExampleSetting,
  Judgement,
  PublishedLink,
  Vote,
  VoteChoice,
  VoteBallot,
  Announcement,
  AnnouncementReceipt,
  MisuseReport,
  MisuseReportRun,
  EmailRecord,
  PushSubscription,
  WebhookEndpoint,
  WebhookDelivery,
  CookieChoice,
  AuditEntry,
  RetentionTask,
  Backup,
  Installation,
  PortraitReminder,
  IdempotencyRecord,
  Job,
];
