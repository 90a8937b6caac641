export { AuthScreen, type AuthMode } from './auth-screen';
export { findChosenOrder } from './chosen-order';
export { AuthSkeleton } from './auth-skeleton';
export { ConfirmEmailScreen } from './confirm-email-screen';
export { keepGoogleCallback, readGoogleCallback, waitingGoogleCallback } from './google-callback';
export { keepPendingEmail } from './pending-email';
export { ResetPasswordScreen } from './reset-password-screen';
export { VerifyEmailScreen } from './verify-email-screen';
export { offersGoogle } from './ways-in';
