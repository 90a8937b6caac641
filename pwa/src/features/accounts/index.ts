export { loadSettings } from './settings-data';
export { AuthScreen, type AuthMode } from './auth-screen';
export { ConfirmEmailScreen } from './confirm-email-screen';
export { keepPendingEmail } from './pending-email';
export { SettingsScreen } from './settings-screen';
export { SettingsSkeleton } from './settings-skeleton';
export { VerifyEmailScreen } from './verify-email-screen';
