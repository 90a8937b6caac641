import { Module } from '@nestjs/common';
import { PrincipalResolver } from '../platform/http/index.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { ChallengesService } from './challenges/challenges.service.js';
import { ConsentsController } from './consents/consents.controller.js';
import { ConsentsService } from './consents/consents.service.js';
import { FaceDataRegistry } from './consents/face-data.js';
import { GoogleController } from './google/google.controller.js';
import { GoogleLinks } from './google/google-links.service.js';
import { GoogleService } from './google/google.service.js';
import { GoogleSignIn } from './google/google-sign-in.service.js';
import { GoogleStrategy } from './google/google.strategy.js';
import { AccountDataRegistry } from './leaving/account-data.js';
import { AccountDeletionService } from './leaving/account-deletion.service.js';
import { BlockingService } from './leaving/blocking.service.js';
import { DataExportsService } from './leaving/data-exports.service.js';
import { LeavingController } from './leaving/leaving.controller.js';
import { OwnAccountData } from './leaving/own-account-data.js';
import { PasskeysController } from './passkeys/passkeys.controller.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { RelyingParty } from './passkeys/relying-party.js';
import { PasswordsController } from './passwords/passwords.controller.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { EmailCodes } from './proof/email-codes.service.js';
import { ProofController } from './proof/proof.controller.js';
import { ProofService } from './proof/proof.service.js';
import { SecurityNotices } from './security-notices.service.js';
import { PrincipalsService } from './sessions/principals.service.js';
import { SessionCookies } from './sessions/session-cookies.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { AuthController } from './sign-in/auth.controller.js';
import { EmailConfirmation } from './sign-in/email-confirmation.service.js';
import { EmailTokens } from './sign-in/email-tokens.js';
import { GuessingBrake } from './sign-in/guessing-brake.service.js';
import { KnownBrowsers } from './sign-in/known-browsers.js';
import { RegistrationCookies } from './sign-in/registration-cookies.js';
import { Registrations } from './sign-in/registrations.service.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { DeletionReceipts } from './receipts/deletion-receipts.service.js';
import { ReceiptsController } from './receipts/receipts.controller.js';
import { RecoveryCodesService } from './totp/recovery-codes.service.js';
import { TotpController } from './totp/totp.controller.js';
import { TotpService } from './totp/totp.service.js';
import { AccountFacetRegistry } from './users/account-facets.js';
import { MeController } from './users/me.controller.js';
import { SecurityService } from './users/security.service.js';
import { UsersService } from './users/users.service.js';

const providers = [
  AccountFacetRegistry,
  UsersService,
  SecurityService,
  SecurityNotices,
  SignInService,
  EmailTokens,
  EmailConfirmation,
  Registrations,
  RegistrationCookies,
  GuessingBrake,
  KnownBrowsers,
  PasswordsService,
  SessionsService,
  SessionCookies,
  ChallengesService,
  ProofService,
  EmailCodes,
  TotpService,
  RecoveryCodesService,
  PasskeysService,
  RelyingParty,
  GoogleService,
  GoogleSignIn,
  GoogleLinks,
  GoogleStrategy,
  ApiKeysService,
  ConsentsService,
  FaceDataRegistry,
  DeletionReceipts,
  AccountDataRegistry,
  OwnAccountData,
  DataExportsService,
  AccountDeletionService,
  BlockingService,
  PrincipalsService,
  { provide: PrincipalResolver, useExisting: PrincipalsService },
];

@Module({
  controllers: [
    AuthController,
    PasswordsController,
    GoogleController,
    PasskeysController,
    ProofController,
    MeController,
    TotpController,
    SessionsController,
    ApiKeysController,
    ConsentsController,
    LeavingController,
    ReceiptsController,
  ],
  providers,
  exports: providers,
})
export class AccountsModule {}
