import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { ChallengesService } from './challenges/challenges.service.js';
import { GoogleController } from './google/google.controller.js';
import { GoogleLinks } from './google/google-links.service.js';
import { GoogleService } from './google/google.service.js';
import { GoogleSignIn } from './google/google-sign-in.service.js';
import { GoogleStrategy } from './google/google.strategy.js';
import { AuthController } from './login/auth.controller.js';
import { EmailConfirmation } from './login/email-confirmation.service.js';
import { EmailTokens } from './login/email-tokens.js';
import { GuessingBrake } from './login/guessing-brake.service.js';
import { KnownBrowsers } from './login/known-browsers.js';
import { RegistrationCookies } from './login/registration-cookies.js';
import { Registrations } from './login/registrations.service.js';
import { SignInService } from './login/sign-in.service.js';
import { PasskeysController } from './passkeys/passkeys.controller.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { RelyingParty } from './passkeys/relying-party.js';
import { PasswordsController } from './passwords/passwords.controller.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { EmailCodes } from './proof/email-codes.service.js';
import { ProofController } from './proof/proof.controller.js';
import { ProofService } from './proof/proof.service.js';
import { SecurityController } from './security/security.controller.js';
import { SecurityService } from './security/security.service.js';
import { SignInAccountData } from './sign-in.account-data.js';
import { RecoveryCodesService } from './totp/recovery-codes.service.js';
import { TotpController } from './totp/totp.controller.js';
import { TotpService } from './totp/totp.service.js';

@Module({
  imports: [IdentityModule],
  controllers: [
    AuthController,
    PasswordsController,
    GoogleController,
    PasskeysController,
    ProofController,
    SecurityController,
    TotpController,
  ],
  providers: [
    ChallengesService,
    EmailCodes,
    EmailConfirmation,
    EmailTokens,
    GoogleLinks,
    GoogleService,
    GoogleSignIn,
    GoogleStrategy,
    GuessingBrake,
    KnownBrowsers,
    PasskeysService,
    PasswordsService,
    ProofService,
    RecoveryCodesService,
    RegistrationCookies,
    Registrations,
    RelyingParty,
    SecurityService,
    SignInAccountData,
    SignInService,
    TotpService,
  ],
  exports: [EmailCodes, EmailTokens, SecurityService],
})
export class SignInModule {}
