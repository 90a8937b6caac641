export { startGoogleEmulator } from './start-google-emulator.js';
export type { GoogleEmulator, GoogleEmulatorOptions } from './start-google-emulator.js';
export type { AccountDetails, GoogleAccount } from './account.js';
